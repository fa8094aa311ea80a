import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { f8, locateDesk, located } from '../../../test/support/locate-desk.tsx'
import { intervals } from '../../shared/intervals.ts'
import { blotterWindowClosed } from '../locates-slice.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))

const start = performance.timeOrigin + performance.now()

/**
 * A server that replies to answers and to nothing else: the prices of the popup would be refused, because nobody
 * is signed in, and end the session. Returns the ids of the locates that were answered.
 */
function answering(reply: () => Response = () => Response.json({})): string[] {
  const answered: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (!(input instanceof Request) || !input.url.includes('/locate-notification/connect-'))
      return new Promise<never>(() => undefined)
    const { locationNotificationId } = (await input.clone().json()) as { locationNotificationId: string }
    answered.push(locationNotificationId)
    return reply()
  })
  return answered
}
afterEach(() => {
  vi.unstubAllGlobals()
})

type Located = ReturnType<typeof located>

const popup = () => document.querySelector('[role=alertdialog]') as HTMLElement
// Not by their role as the library finds it, which takes a second for thirty rows without a layout.
const rows = () => [...popup().querySelectorAll<HTMLElement>('[role=option]')]
const shownRow = () => popup().querySelector<HTMLElement>('[role=option][aria-selected=true]') as HTMLElement
const key = (name: string) =>
  act(() => void fireEvent.keyDown(document.activeElement as Element, { key: name }))
const isInert = () => popup().querySelector('.locate-accept')?.ariaDisabled === 'true'
const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('of three locates the one with the least time is on top; all are listed with their seconds, and none is lost', async () => {
  // Half a second after a full one: countdowns change at the full seconds of the server's clock, which is near to this.
  const now = Math.ceil(Date.now() / 1_000) * 1_000 + 500
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now - performance.timeOrigin)
  onTestFinished(() => clock.mockRestore())
  const { push } = await locateDesk()
  push(located('later', { deadline: now + 25_000, locateQuantity: 25_000 }))
  expect(screen.queryByRole('listbox')).toBeNull()
  push(located('soonest', { deadline: now + 5_000, locateQuantity: 5_000 }))
  push(located('sooner', { deadline: now + 15_000, locateQuantity: 15_000, direction: 'SELL' }))

  expect(popup().querySelector('.locate-quantity')?.textContent).toBe('5,000')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    '▲BUY5,000 shares5 s',
    '▼SELL15,000 shares15 s',
    '▲BUY25,000 shares25 s',
  ])
  expect(popup().textContent).toContain('3 open')
})

test('with F8 the arrows choose a locate, and A answers the chosen one; outside the popup they do neither', async () => {
  const requests = answering()
  const { input, push } = await locateDesk()
  for (const id of ['a', 'b', 'c']) push(located(id, { locateTime: start, deadline: start + 30_000 }))
  later(intervals.popupInert)
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  fireEvent.keyDown(input, { key: 'a' })
  expect(rows().indexOf(shownRow())).toBe(0)

  f8()
  for (const [name, at] of [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['End', 2],
    ['ArrowDown', 2],
    ['Home', 0],
    ['ArrowDown', 1],
  ] as const) {
    key(name)
    expect(rows().indexOf(shownRow()), name).toBe(at)
  }
  later(intervals.popupInert)
  key('a')
  await vi.waitFor(() => expect(requests).toEqual(['b']))
})

test('a locate that takes the place of another says so, is announced, and takes no answer for 1.5 s or until F8', async () => {
  const requests = answering()
  const { push } = await locateDesk()
  const [a, b] = ['a', 'b'].map((id) => located(id, { direction: id === 'a' ? 'BUY' : 'SELL' }))
  if (!a || !b) throw new Error('no locates')
  push(a)
  push(b)
  f8()
  later(intervals.takeoverInert)
  expect(popup().textContent).not.toContain('Next:')
  push({ ...a, outcome: 'WITHDRAWN' })

  expect(popup().textContent).toContain('Next: ▼SELL')
  expect(popup().querySelector('[data-takeover]')).not.toBeNull()
  expect(screen.getByRole('alert').textContent).toMatch(/^Next locate: SELL/)
  key('a')
  later(intervals.takeoverInert - 1)
  key('a')
  expect(isInert()).toBe(true)
  later(1)
  expect(isInert()).toBe(false)
  expect(popup().querySelector('[data-takeover]')).toBeNull()
  expect(requests).toEqual([])

  push({ ...b, outcome: 'WITHDRAWN' })
  push(located('c'))
  later(intervals.popupInert)
  expect(isInert()).toBe(true)
  f8()
  later(0)
  expect(isInert()).toBe(false)
  expect(popup().textContent).not.toContain('Next:')
})

test('answers go on while another locate is in the frame: its refusal is shown when it is back', async () => {
  const requests = answering(() =>
    Response.json({ errorCode: 'LOCATE-LATE', message: 'late' }, { status: 409 }),
  )
  const { push } = await locateDesk()
  push(located('a'))
  push(located('b'))
  f8()
  later(intervals.popupInert)
  key('a')
  key('ArrowDown')
  await vi.waitFor(() => expect(requests).toEqual(['a']))
  key('ArrowUp')

  await vi.waitFor(() => expect(popup().querySelector('.locate-failure')).not.toBeNull())
})

test('outcomes are listed with broker and own password, new until they are seen; Close all closes them and nothing else', async () => {
  const { input, push, acknowledged } = await locateDesk()
  push(located('asks'))
  f8()
  for (let i = 0; i < 30; i += 1) {
    const locate = located(`l${i}`, { answer: 'ACCEPT' })
    push(locate)
    push(
      i % 3 === 0
        ? { ...locate, outcome: 'CONTRA_DECLINED' }
        : { ...locate, outcome: 'ACCEPTED', brokerName: `Broker ${i}`, password: `PASSWD${i}` },
    )
  }
  later(0)

  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  expect(rows()).toHaveLength(31)
  expect(rows()[2]?.textContent).toContain('Broker 1PASSWD1New')
  expect(rows()[1]?.textContent).toContain('Contra declinedNew')
  expect(popup().textContent).toContain('1 open30 ended30 new')
  key('ArrowDown')
  expect(rows()[1]?.textContent).not.toContain('New')
  expect(popup().textContent).toContain('29 new')

  const closeAll = () => screen.getByRole('button', { name: /^Close all/ })
  const late = located('late', { answer: 'ACCEPT' })
  push(late)
  later(intervals.popupInert)
  // It arrives while the hand is on the button.
  push({ ...late, outcome: 'CONTRA_TIMEOUT' })
  act(() => closeAll().click())
  expect(rows()).toHaveLength(2)
  expect(rows()[1]?.textContent).toContain('Contra did not answerNew')
  // Each question and each outcome of the thirty, and neither the late one nor the one that asks.
  expect(acknowledged()).toHaveLength(60)
  expect(popup().textContent).toContain('Contra located')
  key('Escape')
  expect(document.activeElement).toBe(input)
})

test('OK closes one outcome and shows the next one; what the broker reports about it afterwards is unread', async () => {
  const { push, acknowledged } = await locateDesk()
  const ended = ['a', 'b', 'c'].map((id, i) =>
    located(id, { answer: 'ACCEPT', outcome: 'ACCEPTED', locateQuantity: 1_000 * (i + 1) }),
  )
  for (const each of ended) push(each)
  expect(popup().querySelector('.locate-summary')?.textContent).toContain('1,000')
  f8()
  key('ArrowDown')
  key('Enter')
  expect(popup().querySelector('.locate-summary')?.textContent).toContain('3,000')
  expect(rows()).toHaveLength(2)
  const before = acknowledged()
  expect(before).toEqual(['notification-b-ACCEPTED'])

  const [, locate] = ended
  if (!locate) throw new Error('no locate')
  push(locate, {
    id: 'report',
    message: 'EXECUTION_REPORTED',
    messageType: 'statusAlert',
    connectionAgreementId: 'agreement',
  })
  expect(acknowledged()).toEqual(before)
})

test('the popup is for one or two locates; from three on it offers the table, and not any more with two', async () => {
  const { push } = await locateDesk()
  const table = () => popup().querySelector('.locate-table')
  const [a, b, c] = ['a', 'b', 'c'].map((id) => located(id)) as [Located, Located, Located]
  push(a)
  expect(table()).toBeNull()
  push(b)
  expect([rows().length, table()]).toEqual([2, null])
  push(c)
  expect(rows()).toHaveLength(3)
  expect(table()?.textContent).toContain('Table')

  push({ ...b, outcome: 'TIMED_OUT' })
  expect([rows().length, table()]).toEqual([2, null])
})

test('when the window of the table closes, its current locate is in the popup', async () => {
  const { dispatch, push } = await locateDesk()
  for (const id of ['a', 'b', 'c']) push(located(id))
  expect(shownRow().id).toBe('locate-row-a')
  dispatch(blotterWindowClosed({ currentId: 'c', chosen: [] }))
  expect(shownRow().id).toBe('locate-row-c')

  dispatch(blotterWindowClosed({ currentId: 'gone', chosen: [] }))
  expect(shownRow().id).toBe('locate-row-c')
})
