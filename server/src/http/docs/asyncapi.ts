import {
  closeCodes,
  marketTopicPrefix,
  rawSocketPath,
  socketPath,
  subprotocols,
  topicPrefix,
} from '@aitai/contract/routes/live.ts'
import { type PushedTypeName, pushedSchema, pushedTypes } from '@aitai/contract/schemas/pushed-types.ts'
import { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { componentsFor, type DocumentNode, schemaNode } from './schema-references.ts'

const names = Object.keys(pushedTypes) as PushedTypeName[]

/** The name of a type as a key of the document: 'Contra Located' becomes contraLocated. */
const keyOf = (name: string): string =>
  name
    .replace(/[{}!]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+([a-z])/g, (_, initial: string) => initial.toUpperCase())

/** Joins a text that is written over several lines here into one paragraph. */
const paragraph = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

const acknowledging =
  paragraph(`Every notification is pushed with its id as \`message-id\` until it is acknowledged: subscribe
with \`ack: client\` (or \`client-individual\`) and send an ACK for each message that was shown. An ACK counts
for its own message alone, also under \`client\`. Unacknowledged notifications are sent again, in order, with the
next subscription; a client shows each id once. A NACK leaves it unacknowledged. The last message of a
session, '{user} logged out' or '{user} timed out', is not stored and needs no ACK.`)

/** The limits of the live socket that a client must know. Times in milliseconds. */
export interface DescribedLimits {
  readonly authenticateMs: number
  readonly frameBytes: number
  readonly framesPerMinute: number
  readonly marketSubscriptions: number
  readonly marketFramesPerMinute: number
  readonly socketsPerSession: number
  readonly heartbeatMs: number
  readonly backlogBytes: number
  readonly backlogMs: number
}

const authenticating = ({ authenticateMs }: DescribedLimits): string =>
  paragraph(`Send the token of the session in the \`Authorization\` header of CONNECT (\`Bearer …\`), or
in the destination of SUBSCRIBE, or in both: within ${authenticateMs / 1_000} seconds of opening
the socket. A session can subscribe to its own topic once per socket, and a trader's to the topics of securities. Any
other destination, SEND and the frames of transactions are answered with ERROR and the close code
${closeCodes.refused}.`)

const following = ({ marketSubscriptions }: DescribedLimits): string =>
  paragraph(`The topic of a security pushes its public market at the full seconds of the clock, when it has changed
and at least every five seconds: the reply of \`getQuote\` and the newest bars. Subscribe with \`ack: auto\`, to at most
${marketSubscriptions} securities per socket. All updates of a second that a socket gets are the frames of one message
of the transport, in the order of its subscriptions. A socket that does not read misses updates and gets the newest once
it reads. A security that does not exist is refused.`)

const closing = ({
  socketsPerSession,
}: DescribedLimits): Readonly<Record<keyof typeof closeCodes, string>> => ({
  done: 'The client sent DISCONNECT.',
  restarting: 'The server is stopping: reconnect at once.',
  refused: 'A STOMP ERROR frame gave the reason.',
  ended: 'The session has ended; the last notification gave the reason. Do not reconnect with this token.',
  crowded: `More than ${socketsPerSession} sockets of one session: the oldest is closed.`,
})

/** The description of the live socket, generated from the contract: AsyncAPI 3.0 (docs/rules.md §17). */
export function asyncApiDocument(limits: DescribedLimits): DocumentNode {
  const notifications = Object.fromEntries(names.map((name) => [keyOf(name), schemaNode(pushedSchema(name))]))
  const schemas = { ...notifications, marketUpdate: schemaNode(MarketUpdate) }
  const messages = Object.fromEntries(names.map((name) => [keyOf(name), messageOf(name)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Aitai, live',
      version: '1.0.0',
      description: `Notifications and prices as they happen.\n\n${authenticating(limits)}\n\n${acknowledging}\n\n${following(limits)}`,
    },
    defaultContentType: 'application/json',
    servers: { live: server(limits) },
    channels: { notifications: channel(), market: marketChannel(), acknowledgements: acknowledgements() },
    operations: operations(),
    components: {
      messages: { ...messages, marketUpdate: marketUpdate(), acknowledgement: acknowledgement() },
      schemas: { ...schemas, ...componentsFor(schemas) },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token from the log-in.' },
      },
    },
  }
}

const server = (limits: DescribedLimits): DocumentNode => ({
  host: 'localhost:8080',
  pathname: socketPath,
  protocol: 'stomp',
  protocolVersion: '1.2',
  description:
    paragraph(`SockJS (websocket, xhr-streaming, xhr-polling), STOMP 1.1 and 1.2 inside. Without SockJS: a web socket at
    \`${rawSocketPath}\`, each of whose text messages is a frame of STOMP, with the subprotocols
    \`${subprotocols.join('`, `')}\` or none. The proxy in front of it provides TLS.`),
  security: [{ $ref: '#/components/securitySchemes/session' }],
  'x-close-codes': Object.fromEntries(
    Object.entries(closeCodes).map(([name, code]) => [
      code,
      closing(limits)[name as keyof typeof closeCodes],
    ]),
  ),
  'x-limits': {
    frameBytes: limits.frameBytes,
    framesPerMinute: limits.framesPerMinute,
    marketSubscriptions: limits.marketSubscriptions,
    marketFramesPerMinute: limits.marketFramesPerMinute,
    socketsPerSession: limits.socketsPerSession,
    heartbeatMs: limits.heartbeatMs,
    backlogBytes: limits.backlogBytes,
    backlogMs: limits.backlogMs,
  },
})

const channel = (): DocumentNode => ({
  address: `${topicPrefix}{userToken}`,
  title: "The user's own notifications",
  servers: [{ $ref: '#/servers/live' }],
  parameters: { userToken: { description: 'The token of the session, from the log-in.' } },
  messages: Object.fromEntries(
    names.map((name) => [keyOf(name), { $ref: `#/components/messages/${keyOf(name)}` }]),
  ),
})

const marketChannel = (): DocumentNode => ({
  address: `${marketTopicPrefix}{securityId}`,
  title: 'The public market of a security',
  servers: [{ $ref: '#/servers/live' }],
  parameters: { securityId: { description: 'The equityId of a security.' } },
  messages: { marketUpdate: { $ref: '#/components/messages/marketUpdate' } },
})

const marketUpdate = (): DocumentNode => ({
  name: 'Market update',
  title: 'Market update',
  summary: 'The public market of a security: the same for everybody.',
  contentType: 'application/json',
  headers: {
    type: 'object',
    required: ['subscription', 'message-id', 'destination'],
    properties: {
      subscription: { type: 'string' },
      'message-id': { type: 'string', description: 'The security and the time of its quote.' },
      destination: { type: 'string' },
    },
  },
  payload: { $ref: '#/components/schemas/marketUpdate' },
})

/** An ACK frame has no destination, because it refers to a message. */
const acknowledgements = (): DocumentNode => ({
  address: null,
  title: 'ACK frames',
  servers: [{ $ref: '#/servers/live' }],
  messages: { acknowledgement: { $ref: '#/components/messages/acknowledgement' } },
})

const operations = (): DocumentNode => ({
  pushNotification: {
    action: 'send',
    channel: { $ref: '#/channels/notifications' },
    summary: 'A MESSAGE to the user of the session, sent once the notification is stored.',
  },
  pushMarketUpdate: {
    action: 'send',
    channel: { $ref: '#/channels/market' },
    summary: 'A MESSAGE to every socket that follows the security, at a full second.',
  },
  acknowledge: {
    action: 'receive',
    channel: { $ref: '#/channels/acknowledgements' },
    summary: 'The user has seen a notification.',
  },
})

const audienceText = {
  trader: 'To the trader concerned.',
  broker: 'To every user of the executing broker.',
  session: 'To the session that ends.',
} as const

function messageOf(name: PushedTypeName): DocumentNode {
  const { to, when } = pushedTypes[name]
  return {
    name,
    title: name,
    summary: when,
    description: audienceText[to],
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: ['subscription', 'message-id', 'destination'],
      properties: {
        subscription: { type: 'string' },
        'message-id': { type: 'string', description: 'The id of the notification.' },
        destination: { type: 'string' },
        ack: { type: 'string', description: 'The id for an ACK, in STOMP 1.2.' },
      },
    },
    payload: {
      type: 'object',
      required: ['message'],
      properties: {
        message: {
          type: 'string',
          description: `A notification as JSON: #/components/schemas/${keyOf(name)}`,
          contentMediaType: 'application/json',
          contentSchema: { $ref: `#/components/schemas/${keyOf(name)}` },
        },
      },
    },
  }
}

const acknowledgement = (): DocumentNode => ({
  name: 'ACK',
  title: 'ACK',
  summary: 'Acknowledges one notification, and no other.',
  headers: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The `ack` of the message. STOMP 1.2.' },
      'message-id': { type: 'string', description: 'The `message-id` of the message. STOMP 1.1.' },
      subscription: { type: 'string', description: 'STOMP 1.1.' },
    },
  },
  payload: { type: 'null', description: 'No body.' },
})
