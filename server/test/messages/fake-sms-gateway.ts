import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** An SMS in a request to the gateway. */
export interface Sms {
  readonly id: string
  readonly to: string
  readonly text: string
}

export interface GatewayRequest {
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly sms: Sms | null
}

export interface FakeSmsGateway {
  readonly url: string
  /** Every request, and every SMS that was accepted. */
  readonly requests: GatewayRequest[]
  readonly sent: Sms[]
  close(): Promise<void>
}

export interface FakeSmsGatewayOptions {
  readonly port?: number
  /**
   * The status of the reply to a request and the number of earlier ones; 'hang up' for none. 202 by default.
   */
  readonly answer?: (requests: GatewayRequest, time: number) => number | 'hang up'
  /** The target of a redirect. */
  readonly location?: string
}

/** A real HTTP endpoint, written from the documentation for gateways. Ends with the test. */
export async function startFakeSmsGateway({
  port = 0,
  answer,
  location,
}: FakeSmsGatewayOptions = {}): Promise<FakeSmsGateway> {
  const requests: GatewayRequest[] = []
  const sent: Sms[] = []
  const server = createServer(async (request, response) => {
    const { method = '' } = request
    const sms = method === 'POST' ? ((await json(request)) as Sms) : null
    const one = { method, headers: request.headers, sms }
    const status = answer?.(one, requests.length) ?? 202
    requests.push(one)
    if (status === 'hang up') return request.socket.destroy()
    if (sms && status < 300) sent.push(sms)
    const headers = location === undefined ? {} : { location }
    return response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify({ sms }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${address.port}/sms`, requests, sent, close }
}
