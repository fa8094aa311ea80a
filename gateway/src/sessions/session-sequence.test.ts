import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loggedOn, timeField } from '../../test/support/test-session.ts'

test('a gap is asked for once, and what came early is taken when it has closed', () => {
  const session = loggedOn()
  expect(session.order(4)).toEqual(['2: 35=2|7=2|16=0'])
  expect(session.order(5)).toEqual([])
  expect(session.order(2, `43=Y|${timeField(122, session, -1)}`)).toEqual(['deliver 2 A2 again'])
  expect(session.order(3, `43=Y|${timeField(122, session, -1)}`)).toEqual([
    'deliver 3 A3 again',
    'deliver 4 A4',
    'deliver 5 A5',
  ])
  expect(session.order(4, `43=Y|${timeField(122, session, -1)}`)).toEqual([])
  expect(session.order(6)).toEqual(['deliver 6 A6'])
})

test('a gap within the reply to a resend request is asked for again', () => {
  const session = loggedOn()
  session.order(6)
  const again = `43=Y|${timeField(122, session, -1)}`
  session.order(2, again)
  expect(session.order(4, again)).toEqual(['3: 35=2|7=3|16=0'])
  expect(session.order(5, again)).toEqual([])
  expect(session.order(3, again)).toEqual([
    'deliver 3 A3 again',
    'deliver 4 A4 again',
    'deliver 5 A5 again',
    'deliver 6 A6',
  ])
})

test('a second gap behind a closed one is asked for', () => {
  const session = loggedOn()
  session.order(3)
  session.order(6)
  expect(session.order(2)).toEqual(['deliver 2 A2', 'deliver 3 A3', '3: 35=2|7=4|16=0'])
})

test('a reply that makes no progress for half a minute is asked for again', () => {
  const session = loggedOn()
  session.order(4)
  session.at += 29_000
  session.order(5)
  expect(session.pass(1)).toEqual(['3: 35=2|7=2|16=0', '4: 35=0'])
})

test('at most 1,000 messages wait for a gap; the others come with the reply', () => {
  const session = loggedOn()
  for (let seqNum = 3; seqNum < 2_000; seqNum += 1) session.receive('0', seqNum)
  expect(session.state.queue.size).toBe(1_000)
  session.receive('0', 2)
  expect(session.state).toMatchObject({ nextIn: 1_003, requested: null })
})

test('a number that is too low logs the session out', () => {
  const session = loggedOn()
  session.order(2)
  const text = 'MsgSeqNum too low, expecting 3 but received 2'
  expect(session.order(2)).toEqual([`2: 35=5|58=${text}`, 'loggedOut', `disconnect: ${text}`])
})

test('a repeated message that was processed already is ignored', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.order(2, `43=Y|${timeField(122, session, -1)}`)).toEqual([])
  expect(session.order(3)).toEqual(['deliver 3 A3'])
})

test('a repeated message must say when it was first sent', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.order(2, '43=Y')).toEqual(['2: 35=3|45=2|58=Required tag missing|371=122|372=D|373=1'])
  expect(session.order(3, '43=Y')).toEqual(['3: 35=3|45=3|58=Required tag missing|371=122|372=D|373=1'])
  expect(session.order(4)).toEqual(['deliver 4 A4'])
})

test('a repeated message that was first sent after it was repeated logs the session out', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.order(2, `43=Y|${timeField(122, session, 10)}`)).toEqual([
    '2: 35=3|45=2|58=SendingTime accuracy problem|372=D|373=10',
    '3: 35=5',
  ])
})

test('a gap fill passes over numbers, and over what has waited behind them', () => {
  const session = loggedOn()
  session.order(5)
  session.order(9)
  expect(session.receive('4', 2, '36=7|123=Y', '43=Y')).toEqual(['3: 35=2|7=7|16=0'])
  expect(session.receive('4', 7, '36=9|123=Y', '43=Y')).toEqual(['deliver 9 A9'])
})

test('a gap fill that comes early waits like any message', () => {
  const session = loggedOn()
  expect(session.receive('4', 4, '36=10|123=Y')).toEqual(['2: 35=2|7=2|16=0'])
  session.receive('4', 2, '36=4|123=Y')
  expect(session.order(10)).toEqual(['deliver 10 A10'])
})

test('a gap fill that goes back or nowhere is rejected', () => {
  const session = loggedOn()
  session.order(2)
  for (const [seqNum, next] of [
    [3, 2],
    [4, 4],
  ]) {
    expect(session.receive('4', seqNum as number, `36=${next}|123=Y`)).toEqual([
      expect.stringContaining(`45=${seqNum}|58=Value is incorrect (out of range) for this tag|372=4|373=5`),
    ])
  }
  expect(session.order(5)).toEqual(['deliver 5 A5'])
})

test('a faulty gap fill uses up its number', () => {
  const session = loggedOn()
  expect(session.receive('4', 2, '123=Y')).toEqual([
    expect.stringContaining('58=Required tag missing|371=36'),
  ])
  expect(session.order(3)).toEqual(['deliver 3 A3'])
})

test('a reset sets the number whatever its own number is', () => {
  const session = loggedOn()
  expect(session.receive('4', 1, '36=20')).toEqual([])
  expect(session.order(20)).toEqual(['deliver 20 A20'])
  expect(session.receive('4', 99, '36=21|123=N')).toEqual([])
  expect(session.order(21)).toEqual(['deliver 21 A21'])
})

test('a reset to a lower number is rejected', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.receive('4', 0, '36=1')).toEqual([
    '2: 35=3|45=0|58=Value is incorrect (out of range) for this tag|372=4|373=5',
  ])
  expect(session.order(3)).toEqual(['deliver 3 A3'])
})

test('a resend request is answered with what was sent', () => {
  const session = loggedOn()
  session.send('35=8|11=A1')
  session.send('35=8|11=A2')
  expect(session.receive('2', 2, '7=1|16=0')).toEqual(['replay 1 to 3'])
  expect(session.receive('2', 3, '7=2|16=2')).toEqual(['replay 2 to 2'])
  expect(session.receive('2', 4, '7=2|16=99')).toEqual(['replay 2 to 3'])
  expect(session.receive('2', 5, '7=4|16=0')).toEqual([])
  expect(session.order(6)).toEqual(['deliver 6 A6'])
})

test('a resend request is answered before our own gap has closed, or neither side would go on', () => {
  const session = loggedOn()
  session.send('35=8|11=A1')
  expect(session.receive('2', 5, '7=1|16=0')).toEqual(['replay 1 to 2', '3: 35=2|7=2|16=0'])
  for (const seqNum of [2, 3, 4]) session.receive('0', seqNum, '', `43=Y|${timeField(122, session, -1)}`)
  expect(session.order(6)).toEqual(['deliver 6 A6'])
})

test('a resend request may have a number that was used', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.receive('2', 2, '7=1|16=0')).toEqual(['replay 1 to 1'])
  expect(session.order(3)).toEqual(['deliver 3 A3'])
})

test('a repeated resend request that was processed already is ignored', () => {
  const session = loggedOn()
  session.order(2)
  expect(session.receive('2', 2, '7=1|16=0', `43=Y|${timeField(122, session, -1)}`)).toEqual([])
})

test.each([
  ['7=0|16=0', 7],
  ['7=3|16=2', 16],
])('a resend request with %s is rejected', (body, tag) => {
  const session = loggedOn()
  expect(session.receive('2', 2, body)).toEqual([
    `2: 35=3|45=2|58=Value is incorrect (out of range) for this tag|371=${tag}|372=2|373=5`,
  ])
  expect(session.order(3)).toEqual(['deliver 3 A3'])
})

test('whatever is lost, everything is delivered once and in order after the replies to our requests', () => {
  const attempts = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), attempts, (count, arrives) => {
      const session = loggedOn()
      const delivered: string[] = []
      let attempt = 0
      const last = count + 1
      let sent = 1
      const reply = (effects: readonly string[]): void => {
        delivered.push(...effects.filter((effect) => effect.startsWith('deliver')))
        const requests = effects.flatMap((effect) => /35=2\|7=(\d+)/.exec(effect)?.[1] ?? [])
        for (const from of requests) replay(Number(from))
      }
      const replay = (from: number): void => {
        for (let seqNum = from; seqNum <= sent; seqNum += 1)
          offer(seqNum, `43=Y|${timeField(122, session, -1)}`)
      }
      // What is lost is lost once: after sixty attempts the line is good.
      const offer = (seqNum: number, header: string): void => {
        const isLost = arrives[attempt] === false
        attempt += 1
        if (!isLost) reply(session.order(seqNum, header))
      }
      for (let seqNum = 2; seqNum <= last; seqNum += 1) {
        sent = seqNum
        offer(seqNum, '')
      }
      for (let rounds = 0; rounds < 100 && session.state.nextIn <= last; rounds += 1) {
        session.at += 30_000
        reply(session.receive('0', Math.max(last + 1, session.state.nextIn), '', ''))
        reply(session.take({ type: 'tick', isReading: true }))
      }
      const numbers = delivered.map((text) => Number(text.split(' ')[1]))
      expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 2))
    }),
  )
})
