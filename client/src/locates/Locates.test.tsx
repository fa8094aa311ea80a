import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { f8, locateDesk, located } from '../../test/support/locate-desk.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))

test('a locate that arrives takes no focus; F8 goes to it, and a second F8 stays there', async () => {
  const { input, push } = await locateDesk()
  push(located('a'))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(document.activeElement).toBe(input)

  f8()
  expect(document.activeElement?.textContent).toBe('Contra located')
  // Pressed twice in a hurry, the next key must still answer and not land in the field.
  f8()
  expect(document.activeElement?.textContent).toBe('Contra located')
})

test('Escape returns the focus to the previous field and closes nothing', async () => {
  const { input, push } = await locateDesk()
  push(located('a'))
  f8()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })

  expect(document.activeElement).toBe(input)
  expect(screen.getByRole('alertdialog')).toBeTruthy()
})

test('after an outcome is acknowledged, the next locate does not take the focus', async () => {
  const { push } = await locateDesk()
  push(located('a', { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED' }))
  const ok = screen.getByRole('button', { name: 'OK' })
  act(() => ok.focus())
  act(() => ok.click())
  expect(screen.queryByRole('alertdialog')).toBeNull()

  push(located('b'))

  expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(false)
})

test('F8 and Enter read an outcome', async () => {
  const { input, push } = await locateDesk()
  push(located('a', { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED' }))
  fireEvent.keyDown(input, { key: 'F8' })
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })

  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(input)
})

// spec: 8.shown.1
test('the outcome replaces the question in the same popup', async () => {
  const { push } = await locateDesk()
  const question = located('a')
  push(question)
  const frame = screen.getByRole('alertdialog')
  push({ ...question, answer: 'ACCEPT', outcome: 'CONTRA_DECLINED' })

  expect(screen.getByRole('alertdialog')).toBe(frame)
  expect(frame.textContent).toContain('Contra Connection Declined')
})

// spec: 4.locate.2
test('an unanswered locate closes, its notification is acknowledged, and the focus returns', async () => {
  const { input, push, acknowledged } = await locateDesk()
  const now = performance.timeOrigin + performance.now()
  push(located('a', { deadline: now + 1_000 }))
  f8()
  expect(document.activeElement).not.toBe(input)
  expect(acknowledged()).toEqual([])

  const passed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_600)
  act(() => void vi.advanceTimersByTime(2_600))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(acknowledged()).toEqual(['notification-a-null'])
  expect(document.activeElement).toBe(input)
  passed.mockRestore()
})

test('a locate whose venue grants a longer grace period can be answered until the end of it', async () => {
  const { push } = await locateDesk()
  const now = performance.timeOrigin + performance.now()
  push(located('a', { deadline: now + 1_000, lapsesAt: now + 9_000 }))
  const passed = vi.spyOn(performance, 'now')
  const pass = (ms: number): void => {
    passed.mockReturnValue(now - performance.timeOrigin + ms)
    act(() => void vi.advanceTimersByTime(ms))
  }

  pass(8_900)
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
  pass(9_100)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  passed.mockRestore()
})

test('the title of the browser tab has the number of unanswered locates', async () => {
  document.title = 'Aitai'
  const { push } = await locateDesk()
  const question = located('a')
  push(question)
  expect(document.title).toBe('(1) ● Aitai')

  push({ ...question, outcome: 'TIMED_OUT' })
  expect(document.title).toBe('Aitai')
})

// spec: 2.trader.25
test.each([
  [false, 'Not possible'],
  [true, 'Possible'],
])(
  'the popup has all facts for the decision: side, quantity, mid, both moves, type, residual %s, time',
  async (residualPossible, residual) => {
    const { push } = await locateDesk()
    push(located('a', { residualPossible }))
    const popup = screen.getByRole('alertdialog')

    for (const fact of ['BUY', '20,000shares', '30']) expect(popup.textContent).toContain(fact)
    const facts = [...popup.querySelectorAll('.locate-facts > div')] as HTMLElement[]
    expect(facts.map((fact) => [...fact.children].map(({ textContent }) => textContent))).toEqual([
      ['Locate mid', '2,905.500'],
      ['Stock today', '+0.8 %'],
      ['TOPIX', '−0.3 %'],
      ['Mid now', '–'],
      ['Bid × ask', '– × –'],
      ['% of ADV', '–'],
      ['Type', 'Cash only'],
      ['Residual', residual],
      ['Last 30 minutes', ''],
    ])
    // What a term means is shown where it may be unclear.
    expect(facts.map(({ title }) => title !== '')).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      true,
      true,
      false,
    ])
  },
)

test('an acknowledged outcome is read in the bell too, even if its notification arrives later', async () => {
  const { push, acknowledged } = await locateDesk()
  const outcome = located('a', { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED' })
  push(outcome)
  expect(acknowledged()).toEqual([])
  act(() => screen.getByRole('button', { name: 'OK' }).click())
  expect(acknowledged()).toEqual(['notification-a-CONTRA_DECLINED'])

  push({ ...outcome, outcome: 'DECLINED' })
  expect(acknowledged()).toEqual(['notification-a-CONTRA_DECLINED', 'notification-a-DECLINED'])
})

test('with no field to return to, the focus goes to the list of IOIs', async () => {
  const { input, push } = await locateDesk()
  const list = document.createElement('div')
  list.className = 'advert-rows'
  list.tabIndex = 0
  document.body.append(list)
  input.blur()
  push(located('a', { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED' }))
  f8()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })

  expect(document.activeElement).toBe(list)
  list.remove()
})

// spec: 2.trader.25, 4.locate.1
test("a countdown follows the server's deadline, not the time at which the popup opens", async () => {
  const { push } = await locateDesk()
  const now = performance.timeOrigin + performance.now()
  push(located('a', { locateTime: now - 12_000, deadline: now + 18_000 }))

  expect(document.querySelector('.countdown-number')?.textContent).toMatch(/^1[78]$/)
})

test('a screen reader announces a locate, and twice the remaining time', async () => {
  const { push } = await locateDesk()
  const now = performance.timeOrigin + performance.now()
  const announcement = () => screen.getByRole('alert').textContent
  push(located('a'))
  expect(announcement()).toContain('BUY')
  expect(announcement()).toContain('F8 to answer')
  cleanup()

  const late = await locateDesk()
  late.push(located('b', { deadline: now + 9_500 }))
  expect(announcement()).toContain('10 seconds left')
  cleanup()

  const last = await locateDesk()
  last.push(located('c', { deadline: now + 4_500 }))
  expect(announcement()).toContain('5 seconds left')
})

test("a computer whose clock is an hour slow counts down by the server's clock", async () => {
  const { push } = await locateDesk()
  const hour = 3_600_000
  const now = performance.timeOrigin + performance.now() + hour
  push(located('a', { serverTime: now, locateTime: now - 10_000, deadline: now + 20_000 }))

  expect(document.querySelector('.countdown-number')?.textContent).toMatch(/^(20|19)$/)
})
