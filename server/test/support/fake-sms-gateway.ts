import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** An SMS as the gateway was asked to send it. */
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
  /** Every request, and the SMS that it sent on. */
  readonly requests: GatewayRequest[]
  readonly sent: Sms[]
  close(): Promise<void>
}

export interface FakeSmsGatewayOptions {
  readonly port?: number
  /** The status of an answer, and how often it was asked before; 'hang up' for none. 202 unless given. */
  readonly answer?: (requests: GatewayRequest, time: number) => number | 'hang up'
  /** Where a redirect leads to. */
  readonly location?: string
}

/** A real HTTP endpoint, as the documentation describes it to whoever writes one. Ends with the test. */
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
