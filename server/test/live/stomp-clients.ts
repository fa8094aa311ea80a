import { notificationsTopic, parsePushedFrame } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client, type IMessage, type StompHeaders } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

/** Those of SockJS, and a web socket without it, as STOMP libraries open it. */
export const transports = ['websocket', 'xhr-streaming', 'xhr-polling', 'raw'] as const
export type Transport = (typeof transports)[number]

/**
 * For SockJS's web socket, whose own limit is a few round trips: on a busy machine it would give up a connection
 * that is still being opened.
 */
const connectMs = 30_000

/** A socket as the specification's client opens it. */
export function stompClient(url: string, transport: Transport, connectHeaders: StompHeaders = {}): Client {
  return new Client({
    ...(transport === 'raw'
      ? { brokerURL: `${url.replace(/^http/, 'ws')}/websocket` }
      : { webSocketFactory: () => new SockJS(url, null, { transports: [transport], timeout: connectMs }) }),
    connectHeaders,
    reconnectDelay: 0,
    heartbeatIncoming: 0,
    heartbeatOutgoing: 0,
  })
}

export interface StompSession {
  readonly client: Client
  readonly messages: IMessage[]
  /** The pushed notifications, in order. */
  readonly received: Notification[]
  readonly errors: string[]
  /** The close codes of the socket. */
  readonly closes: number[]
  isSubscribed(): boolean
}

/** A client that knows only the specification: it connects without a header and subscribes with its token. */
export function openStompSession(
  url: string,
  token: string,
  own: { readonly transport?: Transport; readonly connectHeaders?: StompHeaders } = {},
): StompSession {
  const client = stompClient(url, own.transport ?? 'websocket', own.connectHeaders)
  const messages: IMessage[] = []
  const received: Notification[] = []
  const errors: string[] = []
  const closes: number[] = []
  let isSubscribed = false
  client.onConnect = () => {
    client.watchForReceipt('subscribed', () => {
      isSubscribed = true
    })
    const take = (message: IMessage): void => {
      messages.push(message)
      received.push(parsePushedFrame(message.body))
    }
    client.subscribe(notificationsTopic(token), take, { ack: 'client', receipt: 'subscribed' })
  }
  client.onStompError = ({ headers }) => void errors.push(headers.message ?? '')
  client.onWebSocketClose = ({ code }: { code: number }) => void closes.push(code)
  client.activate()
  return { client, messages, received, errors, closes, isSubscribed: () => isSubscribed }
}

/** Sends raw STOMP in raw SockJS, which no client library would send. */
export interface RawSocket {
  send(...frames: string[]): void
  sendBinary(bytes: Uint8Array<ArrayBuffer>): void
  readonly received: string[]
  /** The same frames by the write in which they came. */
  readonly writes: string[][]
  /** The close code of SockJS, once it was received. */
  closeCode(): number | null
  isOpen(): boolean
  close(): void
}

let opened = 0

export async function rawSocket(host: string, headers: Record<string, string> = {}): Promise<RawSocket> {
  opened += 1
  const address = `ws://${host}/api/websocket-endpoint/000/raw${opened}/websocket`
  const socket = new WebSocket(address, { headers } as unknown as string[])
  const received: string[] = []
  const writes: string[][] = []
  let code: number | null = null
  await new Promise<void>((open, fail) => {
    socket.addEventListener('error', () => fail(new Error('the upgrade was refused')))
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const text = String(data)
      if (text === 'o') open()
      if (text.startsWith('a')) {
        const frames = JSON.parse(text.slice(1)) as string[]
        writes.push(frames)
        received.push(...frames)
      }
      if (text.startsWith('c')) code = (JSON.parse(text.slice(1)) as [number, string])[0]
    })
  })
  return {
    send: (...frames) => socket.send(JSON.stringify(frames)),
    sendBinary: (bytes) => socket.send(bytes),
    received,
    writes,
    closeCode: () => code,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  }
}

/** A STOMP frame, composed by hand. */
export const frame = (command: string, headers: Readonly<Record<string, string>> = {}, body = ''): string =>
  `${[command, ...Object.entries(headers).map(([name, value]) => `${name}:${value}`)].join('\n')}\n\n${body}\0`

export const connectFrame = frame('CONNECT', { 'accept-version': '1.2', host: 'aitai' })

export const subscribeFrame = (token: string, id = '0'): string =>
  frame('SUBSCRIBE', { id, destination: notificationsTopic(token), ack: 'client' })
