// Talks to dev.ringer.websocket.EchoServer with Go's gorilla/websocket: prints one line if all is well, or what is not.
//
//	go_client URI
package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	conversations = 10
	messages      = 1000
)

func main() {
	uri := os.Args[1]
	talk(uri, true)
	talk(uri, false)

	var all sync.WaitGroup
	for i := 0; i < conversations; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			talk(uri, true)
		}()
	}
	all.Wait()
	fmt.Println("well", uri)
}

func talk(uri string, compressed bool) {
	dialer := websocket.Dialer{EnableCompression: compressed, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	socket, response, err := dialer.Dial(uri, nil)
	check(err == nil, err)
	defer socket.Close()
	check(socket.SetReadDeadline(time.Now().Add(30*time.Second)) == nil, "deadline")
	agreed := response.Header.Get("Sec-WebSocket-Extensions")
	check(strings.Contains(agreed, "permessage-deflate") == compressed, "extensions:", agreed)

	for _, text := range []string{"", "Grüß Gott ☂ 😀", strings.Repeat("x", 125), strings.Repeat("y", 126), strings.Repeat("abc", 500_000)} {
		echo(socket, websocket.TextMessage, []byte(text))
	}
	for _, size := range []int{0, 1, 125, 126, 65535, 65536, 3_000_000} {
		octets := make([]byte, size)
		for i := range octets {
			octets[i] = byte(i)
		}
		echo(socket, websocket.BinaryMessage, octets)
	}
	fragments(socket)
	ping(socket)
	many(socket)
	end(socket)
}

func echo(socket *websocket.Conn, kind int, message []byte) {
	check(socket.WriteMessage(kind, message) == nil, "sending", len(message))
	expect(socket, kind, message)
}

func expect(socket *websocket.Conn, kind int, message []byte) {
	came, content, err := socket.ReadMessage()
	check(err == nil && came == kind && bytes.Equal(content, message), "expected", len(message), "got", len(content), err)
}

// A writer sends a frame whenever its buffer of 4 KiB is full.
func fragments(socket *websocket.Conn) {
	whole := []byte(strings.Repeat("one message in fragments ☂ ", 1000))
	writer, err := socket.NextWriter(websocket.TextMessage)
	check(err == nil, err)
	for at := 0; at < len(whole); at += 1000 {
		_, err = writer.Write(whole[at:min(at+1000, len(whole))])
		check(err == nil, err)
	}
	check(writer.Close() == nil, "the last fragment")
	expect(socket, websocket.TextMessage, whole)
}

func ping(socket *websocket.Conn) {
	answer := ""
	socket.SetPongHandler(func(payload string) error {
		answer = payload
		return nil
	})
	check(socket.WriteControl(websocket.PingMessage, []byte("are you there?"), time.Now().Add(5*time.Second)) == nil, "ping")
	echo(socket, websocket.TextMessage, []byte("behind the ping"))
	check(answer == "are you there?", "pong:", answer)
}

func many(socket *websocket.Conn) {
	go func() {
		for i := 0; i < messages; i++ {
			check(socket.WriteMessage(websocket.TextMessage, []byte(fmt.Sprint("message ", i))) == nil, "sending", i)
		}
	}()
	for i := 0; i < messages; i++ {
		expect(socket, websocket.TextMessage, []byte(fmt.Sprint("message ", i)))
	}
}

func end(socket *websocket.Conn) {
	said := websocket.FormatCloseMessage(4001, "done")
	check(socket.WriteControl(websocket.CloseMessage, said, time.Now().Add(5*time.Second)) == nil, "close")
	_, _, err := socket.ReadMessage()
	check(websocket.IsCloseError(err, 4001), err)
}

func check(holds bool, what ...any) {
	if !holds {
		fmt.Println(what...)
		os.Exit(1)
	}
}
