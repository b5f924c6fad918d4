package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Maps the rules of HTTP/2, by number, to the tests that check them, and checks that these tests exist. Tests of {@code
 * dev.ringer.http2} begin with a slash, those of {@code dev.ringer.websocket} with a hash. All other tests need neither
 * a socket nor the state of a stream.
 */
class Http2RulesTest {
    @ParameterizedTest(name = "{0}. {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | preface, SETTINGS first | frame.FrameFaultTest.isFoundAtEverySplit",
                "1 | preface told from other protocols | frame.FrameReaderTest.comparesPrefaces",
                "3 | SETTINGS: sizes, values, unknown ones | frame.FrameReaderTest.tellsOfEachFrameAtEverySplit",
                "3 | SETTINGS: faults | frame.FrameFaultTest.everyFaultHasAnExample",
                "3 | initial window moves open streams, below zero | response.ResponseSenderTest.sendsNothingWhileItsWindowIsBelowZero",
                "3 | HEADER_TABLE_SIZE bounds our encoder | hpack.HpackEncoderTest.saysHowLargeItsTableIs",
                "4 | our settings as octets | frame.FrameWriterTest.writesControlFrames",
                "4 | ENABLE_CONNECT_PROTOCOL where there are WebSockets "
                        + "| #ExtendedConnectTest.isAnnouncedWhereThereAreWebSocketsAndNowhereElse",
                "4 | and nowhere else | #ExtendedConnectTest.isAnnouncedWhereThereAreWebSocketsAndNowhereElse",
                "5 | PING, PRIORITY, unknown frames, reserved bits | frame.FrameReaderTest.tellsOfEachFrameAtEverySplit",
                "5 | PUSH_PROMISE, frames within a block | frame.FrameFaultTest.isFoundAtEverySplit",
                "6 | GOAWAY as octets | frame.FrameWriterTest.writesControlFrames",
                "7 | odd streams, stream 0 | frame.FrameFaultTest.isFoundAtEverySplit",
                "9 | rapid reset | flow.GuardsTest.refusesRapidResets",
                "10 | MAX_FRAME_SIZE, padding | frame.FrameFaultTest.isFoundAtEverySplit",
                "11 | only CONTINUATION follows | frame.FrameFaultTest.isFoundAtEverySplit",
                "11 | blocks bounded in octets | request.BlockReceiverTest.refusesBlocksThatAreAFrameLargerThanTheLimitOnHeads",
                "11 | blocks bounded in frames | request.BlockReceiverTest.refusesBlocksOfManySmallFrames",
                "11 | empty frames count double | request.BlockReceiverTest.countsEmptyContinuationsTwice",
                "11 | blocks bounded in time | request.BlockReceiverTest.refusesBlocksThatDrip",
                "12 | beyond a window | ReceiveWindowTest.receivesNoMoreThanTheWindow",
                "12 | WINDOW_UPDATE of 0 | frame.FrameFaultTest.isFoundAtEverySplit",
                "12 | windows over 2^31 - 1 | response.ResponseSenderTest.refusesWindowsThatAreTooLarge",
                "13 | windows are given back when half was read, or a quarter dropped | ReceiveWindowTest.isGivenBackWhenAQuarterWasUsed",
                "15 | HPACK faults | hpack.HpackFaultTest.isFoundAtEverySplit",
                "15 | every HPACK fault | hpack.HpackFaultTest.everyFaultHasExamples",
                "16 | a refused block keeps the table in step "
                        + "| hpack.HpackDecoderTest.tellsNothingBeyondTheLimitButKeepsTheTableInStep",
                "16 | nothing is stored beyond the limit | hpack.HpackDecoderTest.storesNoStringBeyondLimitAndTable",
                "17 | 32 octets for each line | hpack.HpackDecoderTest.countsThirtyTwoOctetsForEachLine",
                "17 | the limit answers 431 | request.RequestHeadReaderTest.refusesHeadsThatAreTooLarge",
                "18 | what repeats is indexed | hpack.HpackEncoderTest.indexesLinesWhenTheyComeAgain",
                "18 | secrets are never indexed | hpack.HpackEncoderTest.neverIndexesSecrets",
                "18 | large blocks go out in CONTINUATION | frame.FrameWriterTest.splitsLargeBlocks",
                "19 | malformed heads | request.RequestHeadReaderTest.refuses",
                "20 | content-length that is no number, or several | request.RequestHeadReaderTest.refuses",
                "21 | cookie crumbs | request.RequestHeadReaderTest.joinsCrumbsOfCookies",
                "22 | trailers are checked as fields | request.RequestHeadReaderTest.readsTrailers",
                "25 | resets that hit handlers at work | flow.GuardsTest.refusesRapidResets",
                "25 | a client that cancels is well | flow.GuardsTest.letsAClientCancelTwentyASecondForAsLongAsItLikes",
                "25 | resets we had to make | flow.GuardsTest.refusesClientsThatMakeUsReset",
                "26 | answers that are not read | flow.GuardsTest.refusesFloodsOfPingsOnlyIfTheAnswersAreNotRead",
                "26 | SETTINGS floods | flow.GuardsTest.refusesFloodsOfSettings",
                "26 | empty DATA | flow.GuardsTest.refusesEmptyFramesWithoutAnyContent",
                "29 | the priority field | flow.PriorityTest.readsUrgencyAndIncremental",
                "29 | urgency first | response.SendOrderTest.servesTheMostUrgentFirst",
                "29 | incremental ones share by turns | response.SendOrderTest.letsIncrementalOnesTakeTurns",
                "29 | nothing starves | response.SendOrderTest.starvesNone",
                "1 | SETTINGS first | /ConnectionLifeTest.beginsWithSettings",
                "1 | within headTimeout | /SlowPrefaceTest.endsWithItsTime",
                "2 | by ALPN | /ApplicationProtocolsTest.isHttp2WithClientsThatAskForIt",
                "2 | the application's own | /ApplicationProtocolsTest.isWhatTheApplicationHasSet",
                "2 | weak ciphers are avoided | /ApplicationProtocolsTest.isNotHttp2OverWeakCiphers",
                "2 | and refused " + "| /ApplicationProtocolsTest.refusesHttp2OverWeakCiphersThatTheApplicationHasSet",
                "3 | open streams follow | /ConnectionLifeTest.followsTheClientsWindows",
                "5 | PING is answered | /ConnectionLifeTest.answersPings",
                "6 | stop | /ConnectionLifeTest.isWaitedForByAStop",
                "6 | idle | /ConnectionLifeTest.closesWhatKeepsSilent",
                "6 | after the client's GOAWAY | /ConnectionLifeTest.endsWhenTheClientLeaves",
                "7 | rising numbers | /ConnectionLifeTest.takesNoStreamTwice",
                "7 | stream 0, idle streams | /ConnectionLifeTest.saysWhatIsWrong",
                "8 | closed streams | /ConnectionLifeTest.takesNoStreamTwice",
                "8 | what is on its way after our reset | /StreamsTest.dropAnUnreadBodyInTurnForAWholeResponse",
                "9 | REFUSED_STREAM; until the handler ended | /ConnectionLifeTest.refusesMoreStreamsThanItAnnounced",
                "11 | drips | /SlowBlockTest.endsWithItsTime",
                "13 | windows are given back | /StreamsTest.letTheClientSendMoreThanItsWindow",
                "14 | a response waits without a loop | /StreamsTest.waitForTheWindowAndHoldUpNoOtherConnection",
                "14 | writeStallTimeout | /ConnectionLifeTest.losesAStreamWhoseWindowStaysShut",
                "9 | a WebSocket counts too | #StreamsOfOneConnectionTest.countUntilTheirListenerHasHeardOfTheEnd",
                "13 | a slow listener stops no other | #StreamsOfOneConnectionTest.pushBackOnSlowListenersClientsAlone",
                "14 | a WebSocket waits for its window | #StreamsOfOneConnectionTest.sendNoMoreThanTheirWindowAndHoldUpNoOther",
                "14 | and is lost with it | #StreamsOfOneConnectionTest.loseAClientWhoseWindowStaysShut",
                "16 | the table stays in step | /HpackBombTest.isCountedAsWhatItStandsFor",
                "19 | 400, 431, 501 or a reset | /MessagesTest.answersWhatIsMerelyTooMuchAndResetsWhatIsMalformed",
                "19 | CONNECT for what is not spoken | #ExtendedConnectTest.refusesOtherTunnels",
                "19 | extended CONNECT, malformed | #ExtendedConnectTest.resetsWhatIsMalformed",
                "20 | the read fails | /MessagesTest.breaksOffWhatIsNotAsLongAsDeclared",
                "22 | trailers | /MessagesTest.takesTrailers",
                "22 | trailers at fault | /HostileTrailersTest.breakTheirStream",
                "22 | trailers that belong into the head | /HostileTrailersTest.leaveOutWhatBelongsIntoTheHead",
                "23 | a reset by the client | /StreamsTest.tellTheHandlerThatItsClientHasResetOne",
                "23 | and its writer | /StreamsTest.tellAWriterThatItsClientHasResetOne",
                "24 | NO_ERROR | /StreamsTest.dropAnUnreadBodyInTurnForAWholeResponse",
                "24 | within drainAmount | /StreamsTest.letInALittleOfAnUnreadBody",
                "26 | WINDOW_UPDATE is never punished | /WindowUpdatesTest.areNeverPunished",
                "27 | sixteen requests | TurnTest.takesSixteenRequests",
            })
    void isHeldByATest(int rule, String part, String test) throws ClassNotFoundException {
        int dot = test.lastIndexOf('.');
        String name = test.substring(0, dot);
        Class<?> tests = Class.forName(
                switch (name.charAt(0)) {
                    case '/' -> "dev.ringer.http2." + name.substring(1);
                    case '#' -> "dev.ringer.websocket." + name.substring(1);
                    default -> "dev.ringer.internal.http2." + name;
                });

        assertThat(rule).isBetween(1, 29);
        assertThat(part).isNotBlank();
        assertThat(Arrays.stream(tests.getDeclaredMethods()).map(method -> method.getName()))
                .contains(test.substring(dot + 1));
    }
}
