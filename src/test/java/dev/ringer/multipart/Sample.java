package dev.ringer.multipart;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A body as a client writes it, and its expected parts.
 *
 * @param client the client that writes the body
 * @param boundary the boundary as in the Content-Type, perhaps with quotes
 * @param body the body, with one character for each byte
 * @param expected the parts, as {@code name=content} or {@code name(file name)=content}
 */
record Sample(String client, String boundary, String body, List<String> expected) {
    static final List<Sample> ALL = List.of(
            chrome(),
            firefox(),
            safari(),
            curl(),
            apache(),
            javaMail(),
            dotNet(),
            nested(),
            preamble(),
            zeroParts(),
            odd());

    byte[] bytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    @Override
    public String toString() {
        return client;
    }

    private static Sample of(String client, String boundary, String body, String... expected) {
        String bytes =
                new String(body.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return new Sample(client, boundary, bytes, List.of(expected));
    }

    private static Sample chrome() {
        return of(
                "Chrome",
                "----WebKitFormBoundaryABCDEFGH12345678",
                """
                ------WebKitFormBoundaryABCDEFGH12345678
                Content-Disposition: form-data; name="title"

                Hello
                ------WebKitFormBoundaryABCDEFGH12345678
                Content-Disposition: form-data; name="a%22b%0D%0Ac\\d"

                line one
                line two
                ------WebKitFormBoundaryABCDEFGH12345678
                Content-Disposition: form-data; name="file"; filename="grün %22 back\\slash\\.txt"
                Content-Type: text/plain

                --almost
                ------WebKitFormBoundaryABCDEFGH1234567
                ------WebKitFormBoundaryABCDEFGH12345678
                Content-Disposition: form-data; name="none"; filename=""
                Content-Type: application/octet-stream


                ------WebKitFormBoundaryABCDEFGH12345678--
                """,
                "title=Hello",
                "a\"b\r\nc\\d=line one\r\nline two",
                "file(grün \" back\\slash\\.txt)=--almost\r\n------WebKitFormBoundaryABCDEFGH1234567",
                "none()=");
    }

    private static Sample firefox() {
        return of(
                "Firefox",
                "---------------------------9051914041544843365972754266",
                """
                -----------------------------9051914041544843365972754266
                Content-Disposition: form-data; name="text"

                text default
                -----------------------------9051914041544843365972754266
                Content-Disposition: form-data; name="file1"; filename="a.txt"
                Content-Type: text/plain

                Content of a.txt.

                -----------------------------9051914041544843365972754266--
                """,
                "text=text default",
                "file1(a.txt)=Content of a.txt.\r\n");
    }

    private static Sample safari() {
        return of("Safari", "----WebKitFormBoundaryxQ2J4QAAAAAAAAAA", """
                ------WebKitFormBoundaryxQ2J4QAAAAAAAAAA
                Content-Disposition: form-data; name="photo"; filename="IMG_0001.jpeg"
                Content-Type: image/jpeg

                \r\0\r
                ------WebKitFormBoundaryxQ2J4QAAAAAAAAAA--
                """, "photo(IMG_0001.jpeg)=\r\0\r");
    }

    private static Sample curl() {
        return of(
                "curl",
                "------------------------d74496d66958873e",
                """
                --------------------------d74496d66958873e
                Content-Disposition: form-data; name="person"

                anonymous
                --------------------------d74496d66958873e
                Content-Disposition: form-data; name="secret"; filename="say \\"hi\\".txt"
                Content-Type: text/plain

                contents
                --------------------------d74496d66958873e--
                """,
                "person=anonymous",
                "secret(say \"hi\".txt)=contents");
    }

    private static Sample apache() {
        return of(
                "Apache HttpClient",
                "Q7bAKHUqfEZbVJGBBCyMbGFeKhEIhwv2FVG",
                """
                --Q7bAKHUqfEZbVJGBBCyMbGFeKhEIhwv2FVG
                Content-Disposition: form-data; name="comment"
                Content-Type: text/plain; charset=ISO-8859-1
                Content-Transfer-Encoding: 8bit

                A comment
                --Q7bAKHUqfEZbVJGBBCyMbGFeKhEIhwv2FVG
                Content-Disposition: form-data; name="bin"; filename="b.bin"
                Content-Type: application/octet-stream
                Content-Transfer-Encoding: binary

                \0\1\2
                --Q7bAKHUqfEZbVJGBBCyMbGFeKhEIhwv2FVG--
                """,
                "comment=A comment",
                "bin(b.bin)=\0\1\2");
    }

    private static Sample javaMail() {
        return of("Jersey", "Boundary_1_1234567890_1600000000000", """
                --Boundary_1_1234567890_1600000000000
                content-type: application/json
                content-disposition: FORM-DATA; filename="x.json"; name="json"

                {}
                --Boundary_1_1234567890_1600000000000--
                """, "json(x.json)={}");
    }

    private static Sample dotNet() {
        return of(".NET", "\"4a424cac-7519-4ce0-b0b8-cb117505a4c3\"", """
                --4a424cac-7519-4ce0-b0b8-cb117505a4c3
                Content-Type: text/plain; charset=utf-8
                Content-Disposition: form-data; name=file; filename="a b.txt"; filename*=utf-8''a%20b.txt

                x
                --4a424cac-7519-4ce0-b0b8-cb117505a4c3--
                """, "file(a b.txt)=x");
    }

    private static Sample nested() {
        return of(
                "nested multipart/mixed",
                "AaB03x",
                """
                --AaB03x
                Content-Disposition: form-data; name="files"
                Content-Type: multipart/mixed; boundary=BbC04y

                --BbC04y
                Content-Disposition: file; filename="file1.txt"

                one
                --BbC04y--
                --AaB03x--
                """,
                "files=--BbC04y\r\nContent-Disposition: file; filename=\"file1.txt\"\r\n\r\none\r\n--BbC04y--");
    }

    private static Sample preamble() {
        return of(
                "preamble, padding and epilogue",
                "B",
                "This is --no boundary\n---\n--B \t\nContent-Disposition: form-data; name=a\n\n--B\n"
                        + "Content-Disposition: form-data; name=b\n\n\n--B-- \nepilogue\n--B\n",
                "a=",
                "b=");
    }

    private static Sample zeroParts() {
        return of("Chrome with an empty FormData", "----WebKitFormBoundaryZ", "------WebKitFormBoundaryZ--\n");
    }

    private static Sample odd() {
        return of(
                "no line end after the last boundary",
                "\"'()+_,-./:=? x\"",
                "--'()+_,-./:=? x\nContent-Disposition: form-data; name=\"\"\n\n1\n\n--'()+_,-./:=? x--",
                "=1\r\n");
    }
}
