import fc from 'fast-check'
import { connectFrame, frame } from './stomp-clients.ts'

const words = (text: string) => fc.constantFrom(...text.split(' '))

const command = fc.oneof(
  words('CONNECT STOMP SUBSCRIBE UNSUBSCRIBE SEND ACK NACK BEGIN DISCONNECT MESSAGE'),
  fc.constant(''),
)
const name = words(
  'id destination ack accept-version heart-beat receipt content-length __proto__ Authorization',
)
const value = fc.oneof(
  words('1.2 1.1,1.2 client 0,0 99999999999,1 -1 NaN \\ \\x'),
  words('/topic/notifications/ /topic/notifications/* Bearer'),
  fc.string({ unit: 'binary' }),
)
const headers = fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs))
const whole = fc
  .tuple(command, headers, fc.string({ unit: 'binary' }))
  .map(([spoken, headers, body]) => frame(spoken, headers, body))

/** What a hostile client may put into one message of SockJS: frames, fragments of frames, random text. */
export const malformedFrames = fc.array(
  fc.oneof(
    whole,
    whole.map((text) => text.slice(0, 20)),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n', '\0', '\r\n', connectFrame),
    fc.anything() as fc.Arbitrary<string>,
  ),
  { maxLength: 12 },
)
