import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsPage } from './metrics.ts'

/** A page in a browser on this machine could otherwise read the metrics through a name that it rebinds. */
const loopbackHost = /^(localhost|127\.0\.0\.1)(:\d+)?$/

interface MetricsServer {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Serves /metrics at a port of its own, on the loopback address. At the server's own port a proxy on this machine
 * would forward it to everybody, and its requests cannot be distinguished from those of this machine.
 */
export async function startMetricsServer(
  port: number,
  read: () => Promise<MetricsPage>,
): Promise<MetricsServer> {
  const server = createServer(({ method, url, headers }, response) => {
    if (method !== 'GET' || url !== '/metrics' || !loopbackHost.test(headers.host ?? ''))
      return void response.writeHead(404).end()
    read().then(
      ({ contentType, text }) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}
