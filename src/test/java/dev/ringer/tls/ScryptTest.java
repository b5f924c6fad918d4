package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests keys that Python's {@code hashlib.scrypt} derives; that of 1024, 8, 16 stands in RFC 7914, 12. */
class ScryptTest {
    @ParameterizedTest
    @CsvSource(
            value = {
                "2, 1, 1, a2f63b8c062d326091944189baeb665b072c901775e8e81b1376ebc572a178499077498e8909af5a",
                "16, 1, 1, aec6b7483ed26e08802b41f4032086a0e886be7ac48fcfd92ff0cef8109752f4ac74b077263256a6",
                "16, 3, 5, 4613bbdf60144de337fad0647b36d45c47520d7b5a52504881594b9945e4e4b24c1c4591c810d3dd",
                "64, 2, 140, d36ed0ced0ebd3274781c9377acaf8b20d6ebaedc54d0c89af105a84439b202bf1fc850aeecd71fc",
                "1024, 8, 16, fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a388",
                "16384, 8, 1, a8430d7e581f9ca03c952df506ac66c757899d67a21d71c0f1900bd778ac1d14ca0ed5883f68eb95"
            })
    void derivesKeys(String cost, String blockSize, String lanes, String expected) throws Exception {
        assertThat(HexFormat.of().formatHex(derived(cost, blockSize, lanes))).isEqualTo(expected);
    }

    /** OpenSSL bounds the memory, too. Without bounds, a key file could use up the heap, or a thread for hours. */
    @ParameterizedTest
    @CsvSource({
        "65536, 8, 1",
        "262145, 1, 1",
        "524288, 1, 1",
        "16384, 8, 1000",
        "2, 1, 100000000",
        "2, 2147483647, 2",
        "4294967296, 1, 1",
        "2, 4294967297, 1",
        "2, 1, 4294967297",
        "0, 8, 1",
        "1, 8, 1",
        "3, 8, 1",
        "16, 0, 1",
        "16, 8, 0"
    })
    void refusesWhatCostsTooMuch(String cost, String blockSize, String lanes) {
        assertThatThrownBy(() -> derived(cost, blockSize, lanes))
                .isInstanceOf(NoSuchAlgorithmException.class)
                .hasMessageStartingWith("its scrypt ");
    }

    private static byte[] derived(String cost, String blockSize, String lanes) throws GeneralSecurityException {
        byte[] parameters = Der.of(
                Der.SEQUENCE,
                Der.of(Der.OCTETS, "NaCl".getBytes(US_ASCII)),
                integer(cost),
                integer(blockSize),
                integer(lanes));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("password".getBytes(US_ASCII), "scrypt"));
        return Scrypt.derived(new Der(new Der(parameters).content()), mac, 40);
    }

    private static byte[] integer(String value) {
        return Der.of(Der.INTEGER, new BigInteger(value).toByteArray());
    }
}
