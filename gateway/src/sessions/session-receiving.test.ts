import { expect, test } from 'vitest'
import { dictionary42 } from '../../test/support/test-dictionary.ts'
import { loggedOn, TestSession, timeField } from '../../test/support/test-session.ts'

const compIdProblem = (seqNum: number) => [
  `${seqNum}: 35=3|45=2|58=CompID problem|372=D|373=9`,
  `${seqNum + 1}: 35=5`,
]

test('a message is delivered once, in order', () => {
  const session = loggedOn()
  expect(session.order(2)).toEqual(['deliver 2 A2'])
  expect(session.order(3, '97=Y')).toEqual(['deliver 3 A3 resent'])
})

test('a test request is answered with its own id', () => {
  expect(loggedOn().receive('1', 2, '112=HELLO')).toEqual(['2: 35=0|112=HELLO'])
})

test('heartbeats and rejects are taken without a reply', () => {
  const session = loggedOn()
  expect(session.receive('0', 2)).toEqual([])
  expect(session.receive('3', 3, '45=1')).toEqual([])
  expect(session.order(4)).toEqual(['deliver 4 A4'])
})

test('a faulty message is rejected and its number is used up', () => {
  const session = loggedOn()
  expect(session.receive('D', 2, '11=A2|55=7203.T|54=9')).toEqual([
    '2: 35=3|45=2|58=Value is incorrect (out of range) for this tag|371=54|372=D|373=5',
  ])
  expect(session.order(3)).toEqual(['deliver 3 A3'])
})

test('a rejection goes back to whom the message was sent for', () => {
  expect(loggedOn().receive('D', 2, '11=A2|55=7203.T|54=9', '115=DESK')[0]).toMatch(
    /^2: 35=3\|128=DESK\|45=2/,
  )
})

test('FIX 4.2 gets no reason that it does not know', () => {
  const session = loggedOn({ beginString: 'FIX.4.2', dictionary: dictionary42 })
  expect(session.receive('D', 2, '11=A2|55=7203.T|54=1|54=1')).toEqual([
    '2: 35=3|45=2|58=Tag appears more than once|371=54|372=D',
  ])
})

test('foreign CompIDs are rejected, and the session is logged out', () => {
  for (const [sender, target] of [
    ['BIRCH', 'AITAI'],
    ['ALDER', 'OTHER'],
  ] as const) {
    const session = loggedOn()
    const message = session.message('D', 2, '11=A2|55=7203.T|54=1')
    const fields = message.fields.map(
      ([tag, value]) => [tag, tag === 49 ? sender : tag === 56 ? target : value] as const,
    )
    expect(session.take({ type: 'message', beginString: 'FIX.4.4', message: { type: 'D', fields } })).toEqual(
      compIdProblem(2),
    )
  }
})

test('a SendingTime more than two minutes off is rejected, and the session is logged out', () => {
  for (const seconds of [-121, 121]) {
    const session = loggedOn()
    expect(session.order(2, timeField(52, session, seconds))).toEqual([
      '2: 35=3|45=2|58=SendingTime accuracy problem|372=D|373=10',
      '3: 35=5',
    ])
  }
})

test('another BeginString logs the session out', () => {
  const session = loggedOn()
  const message = session.message('0', 2)
  expect(session.take({ type: 'message', beginString: 'FIX.4.2', message })).toEqual([
    '2: 35=5|58=Incorrect BeginString',
  ])
})

test('a message without a number logs the session out', () => {
  const session = loggedOn()
  const { type, fields } = session.message('0', 2)
  const message = { type, fields: fields.filter(([tag]) => tag !== 34) }
  const effects = session.take({ type: 'message', beginString: 'FIX.4.4', message })
  expect(effects).toEqual([
    '2: 35=5|58=MsgSeqNum is missing',
    'loggedOut',
    'disconnect: MsgSeqNum is missing',
  ])
})

test('a message beyond the limit logs the session out', () => {
  const effects = loggedOn().take({ type: 'tooLong', maximumLength: 65_536 })
  expect(effects[0]).toBe('2: 35=5|58=Message longer than 65536 bytes')
  expect(effects.at(-1)).toMatch(/^disconnect/)
})

test('what the application sends has the next numbers, with its routing in the header', () => {
  const session = loggedOn()
  expect(session.send('35=8|128=DESK|11=A1')).toEqual(['2: 35=8|128=DESK|11=A1'])
  expect(session.send('35=8|11=A2')).toEqual(['3: 35=8|11=A2'])
})

test('what is sent while logged off has its number, too', () => {
  const session = new TestSession()
  expect(session.send('35=8|11=A1')).toEqual(['1: 35=8|11=A1'])
  expect(session.logon()).toEqual(['2: 35=A|98=0|108=30', 'loggedOn'])
})

test('nothing is received after the end of the connection', () => {
  const session = loggedOn()
  expect(session.take({ type: 'disconnected' })).toEqual(['loggedOut'])
  expect(session.order(2)).toEqual([])
  expect(session.take({ type: 'disconnected' })).toEqual([])
})

test('a quiet session sends heartbeats, and no more often than agreed', () => {
  const session = loggedOn()
  session.at += 10_000
  session.receive('0', 2)
  expect(session.pass(19)).toEqual([])
  expect(session.pass(1)).toEqual(['2: 35=0'])
  session.receive('0', 3)
  expect(session.pass(29)).toEqual([])
  expect(session.pass(1)).toEqual(['3: 35=0'])
})

test('a silent counterparty gets a test request, then it is disconnected', () => {
  const session = loggedOn()
  expect(session.pass(35)).toEqual(['2: 35=0'])
  expect(session.pass(1)).toEqual(['3: 35=1|112=TEST'])
  expect(session.pass(35)).toEqual([])
  expect(session.pass(1)).toEqual(['loggedOut', 'disconnect: no message and no reply to a test request'])
})

test('any message ends the wait for the reply to a test request', () => {
  const session = loggedOn()
  session.pass(36)
  session.order(2)
  expect(session.pass(35)).toEqual(['4: 35=0'])
})

test('while we do not read, a counterparty is not silent', () => {
  const session = loggedOn()
  session.at += 100_000
  expect(session.take({ type: 'tick', isReading: false })).toEqual(['2: 35=0'])
})
