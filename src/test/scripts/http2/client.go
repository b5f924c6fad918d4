// Go's client against the example: prints one line for what went well, or fails.
//
//	go run client.go ADDRESS CERTIFICATE
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

const atOnce = 200

func main() {
	root := os.Args[1]
	client := &http.Client{Transport: transport(os.Args[2]), Timeout: 30 * time.Second}

	page, protocol := get(client, root+"/api/request?a=%2F")
	check(protocol == "HTTP/2.0", protocol)
	check(strings.Contains(page, "/api/request?a=%2F"), page)

	upload := make([]byte, 3_000_001)
	_, _ = rand.Read(upload)
	echoed, err := client.Post(root+"/echo", "application/octet-stream", bytes.NewReader(upload))
	check(err == nil, err)
	body, err := io.ReadAll(echoed.Body)
	check(err == nil && bytes.Equal(body, upload), "echo", len(body), err)

	leaveDownload(client, root)

	var all sync.WaitGroup
	for i := 0; i < atOnce; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			path := fmt.Sprintf("/api/request?i=%d.", i)
			page, protocol := get(client, root+path)
			check(protocol == "HTTP/2.0" && strings.Contains(page, path), page)
		}()
	}
	all.Wait()
	fmt.Println("well", protocol)
}

func leaveDownload(client *http.Client, root string) {
	within, cancel := context.WithCancel(context.Background())
	request, _ := http.NewRequestWithContext(within, "GET", root+"/download?size=64M", nil)
	response, err := client.Do(request)
	check(err == nil, err)
	_, err = io.ReadFull(response.Body, make([]byte, 100_000))
	check(err == nil, err)
	cancel()
	_ = response.Body.Close()
}

func get(client *http.Client, url string) (string, string) {
	response, err := client.Get(url)
	check(err == nil, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err == nil && response.StatusCode == 200, response.Status, err)
	return string(body), response.Proto
}

func transport(certificate string) *http.Transport {
	pem, err := os.ReadFile(certificate)
	check(err == nil, err)
	roots := x509.NewCertPool()
	check(roots.AppendCertsFromPEM(pem), "no certificate")
	var protocols http.Protocols
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: &protocols, TLSClientConfig: &tls.Config{RootCAs: roots}, MaxConnsPerHost: 1}
}

func check(holds bool, what ...any) {
	if !holds {
		fmt.Println(what...)
		os.Exit(1)
	}
}
