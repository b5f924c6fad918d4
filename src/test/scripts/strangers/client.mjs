// Drives Server.java with Node's client, and through Express with compression. Run in a folder with node_modules.
import http from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const port = Number(process.argv[2]);

function send(agent, method, path, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port, host: '127.0.0.1', method, path,
      headers: body ? { 'Content-Length': body.length } : {} }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', (e) => reject(new Error(`${method} ${path}: ${e.message}`)));
    request.end(body);
  });
}

// an agent with keep-alive sends its next request after an upload that was refused unread
async function refusedUploads() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < 40; n++) {
    const refused = await send(agent, 'POST', '/refuse', Buffer.alloc(65536));
    if (refused !== 413) throw new Error(`refused with ${refused}`);
    const next = await send(agent, 'GET', '/ok');
    if (next !== 200) throw new Error(`request ${n} after it got ${next}`);
  }
  agent.destroy();
}

// a development server compresses what it forwards, and must not hold events back
async function eventsThroughCompression() {
  const express = require('express');
  const { createProxyMiddleware } = require('http-proxy-middleware');
  const app = express();
  app.use(require('compression')());
  app.use(createProxyMiddleware({ target: `http://127.0.0.1:${port}` }));
  const front = app.listen(0, '127.0.0.1');
  await new Promise((listening) => front.on('listening', listening));
  const response = await fetch(`http://127.0.0.1:${front.address().port}/events`, { headers: { 'Accept-Encoding': 'gzip' } });
  const reader = response.body.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  if (!first.includes('data: first') && !first.includes('data:first')) throw new Error(`the first chunk is ${first}`);
  if (first.includes('last')) throw new Error('the events came together');
  await reader.cancel();
  front.closeAllConnections();
  front.close();
}

for (const step of [refusedUploads, ...(process.argv[3] === 'express' ? [eventsThroughCompression] : [])]) {
  await step();
  console.log('ok', step.name);
}
process.exit(0);
