import { expect, test } from 'vitest'
import { loggedOn, morning, TestSession, timeField } from '../../test/support/test-session.ts'

const hour = 3_600_000

test('a Logon is answered with the same heartbeat, and the session is logged on', () => {
  expect(new TestSession().logon()).toEqual(['1: 35=A|98=0|108=30', 'loggedOn'])
})

test('a Logon with a number that is too high is answered, and what is missing is asked for', () => {
  expect(new TestSession().logon(5)).toEqual(['1: 35=A|98=0|108=30', 'loggedOn', '2: 35=2|7=1|16=0'])
})

test('a Logon with a number that is too low is refused with the reason', () => {
  const session = loggedOn()
  session.order(2)
  session.take({ type: 'disconnected' })
  const text = 'MsgSeqNum too low, expecting 3 but received 1'

  expect(session.logon(1)).toEqual([`2: 35=5|58=${text}`, `disconnect: ${text}`])
  expect(session.state).toMatchObject({ phase: 'disconnected', nextIn: 3, nextOut: 3 })
})

test('ResetSeqNumFlag starts both numbers at 1', () => {
  const session = loggedOn()
  session.order(2)
  session.take({ type: 'disconnected' })

  expect(session.logon(1, '98=0|108=30|141=Y')).toEqual(['reset', '1: 35=A|98=0|108=30|141=Y', 'loggedOn'])
  expect(session.state).toMatchObject({ nextIn: 2, nextOut: 2 })
})

test('a Logon with ResetSeqNumFlag resets a session that is logged on', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.receive('A', 1, '98=0|108=30|141=Y')).toEqual(['reset', '1: 35=A|98=0|108=30|141=Y'])
})

test('a session that is reset at each Logon starts at 1', () => {
  const session = loggedOn({ resetOnLogon: true })
  session.order(2)
  session.take({ type: 'disconnected' })
  expect(session.logon(1)).toEqual(['reset', '1: 35=A|98=0|108=30', 'loggedOn'])
})

test.each([
  [-121, false],
  [-120, true],
  [120, true],
  [121, false],
])('a Logon that was sent %d s from now is accepted: %s', (seconds, isAccepted) => {
  const session = new TestSession()
  const effects = session.logon(1, '98=0|108=30', timeField(52, session, seconds))
  expect(effects.includes('loggedOn')).toBe(isAccepted)
  if (!isAccepted) expect(effects).toEqual(['disconnect: SendingTime of the Logon is wrong'])
})

test.each([
  ['98=0', 'Required tag missing (108)'],
  ['98=1|108=30', 'EncryptMethod must be 0'],
  ['98=0|108=0', 'HeartBtInt must be from 1 to 3600'],
  ['98=0|108=3601', 'HeartBtInt must be from 1 to 3600'],
  ['98=0|108=-1', 'HeartBtInt must be from 1 to 3600'],
])('a Logon with %s is refused: %s', (body, text) => {
  expect(new TestSession().logon(1, body)).toEqual([`1: 35=5|58=${text}`, `disconnect: ${text}`])
})

test('a second Logon within a session has the number after the first', () => {
  expect(loggedOn().receive('A', 2, '98=0|108=30')).toEqual([])
})

test('a Logout is answered, and the connection ends', () => {
  expect(loggedOn().receive('5', 2)).toEqual([
    '2: 35=5',
    'loggedOut',
    'disconnect: the counterparty logged out',
  ])
})

test('a Logout with a number that is too high is answered, and the gap is asked for at the next Logon', () => {
  const session = loggedOn()
  session.receive('5', 7)
  expect(session.logon(8)).toEqual(['3: 35=A|98=0|108=30', 'loggedOn', '4: 35=2|7=2|16=0'])
})

test('the reply to our Logout ends the connection', () => {
  const session = loggedOn()
  expect(session.take({ type: 'logout', text: 'The gateway is closing' })).toEqual([
    '2: 35=5|58=The gateway is closing',
  ])
  expect(session.receive('5', 2)).toEqual(['loggedOut', 'disconnect: the counterparty logged out'])
})

test('a counterparty that does not reply to our Logout is disconnected after five seconds', () => {
  const session = loggedOn()
  session.take({ type: 'logout', text: 'The gateway is closing' })
  expect(session.pass(4)).toEqual([])
  expect(session.pass(1)).toEqual(['loggedOut', 'disconnect: no Logout in reply to ours'])
})

const schedule = { startMinute: 6 * 60, endMinute: 18 * 60 }

test('outside of its hours a session refuses a Logon', () => {
  const session = new TestSession({ schedule })
  session.at = morning + 9 * hour
  expect(session.logon()).toEqual([
    'reset',
    '1: 35=5|58=The session is closed at this time',
    'disconnect: The session is closed at this time',
  ])
})

test('at the end of its hours a session is logged out, and at their start it begins at 1', () => {
  const session = loggedOn({ schedule })
  session.order(2)
  session.at = morning + 8.5 * hour - 1_000
  session.receive('0', 3)

  expect(session.pass(1)).toEqual(['2: 35=5|58=The session has ended for today'])
  session.receive('5', 4)
  session.at = morning + 20.5 * hour - 1_000
  expect(session.take({ type: 'tick', isReading: true })).toEqual([])
  expect(session.pass(1)).toEqual(['reset'])
  expect(session.state).toMatchObject({ nextIn: 1, nextOut: 1 })
})

test('a session around the clock is logged out at its reset', () => {
  const session = loggedOn({ schedule: { startMinute: 360, endMinute: 360 } })
  session.at = morning + 20.5 * hour - 1_000
  session.receive('0', 2)
  expect(session.pass(1)).toEqual(['2: 35=5|58=The session has ended for today'])
  expect(session.receive('5', 3)).toEqual(['loggedOut', 'reset', 'disconnect: the counterparty logged out'])
})

test('an operator resets the numbers, or sets them, and the counterparty is logged out', () => {
  const changed = [
    '58=The sequence numbers were changed',
    'loggedOut',
    'disconnect: The sequence numbers were changed',
  ]
  const session = loggedOn()
  expect(session.take({ type: 'setNumbers', nextIn: 7, nextOut: 9 })).toEqual([
    `2: 35=5|${changed[0]}`,
    ...changed.slice(1),
  ])
  expect(session.logon(7)).toEqual(['9: 35=A|98=0|108=30', 'loggedOn'])
  expect(session.take({ type: 'reset' })).toEqual([`10: 35=5|${changed[0]}`, ...changed.slice(1), 'reset'])
  expect(session.take({ type: 'reset' })).toEqual(['reset'])
  expect(session.logon(1)).toEqual(['1: 35=A|98=0|108=30', 'loggedOn'])
})
