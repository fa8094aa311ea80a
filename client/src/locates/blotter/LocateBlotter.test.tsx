import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { f8, locateDesk, located } from '../../../test/support/locate-desk.tsx'
import { intervals } from '../../shared/intervals.ts'
import { blotterWindowClosed } from '../locates-slice.ts'
import { LocateBlotter } from './LocateBlotter.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A server that replies to answers and to nothing else; returns what was answered. */
function answering(): string[] {
  const answered: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (!(input instanceof Request) || !input.url.includes('/locate-notification/connect-'))
      return new Promise<never>(() => undefined)
    const { locationNotificationId } = (await input.clone().json()) as { locationNotificationId: string }
    answered.push(`${input.url.includes('acceptance') ? 'accept' : 'decline'} ${locationNotificationId}`)
    return Response.json({})
  })
  return answered
}

const table = () => document.querySelector('[role=grid]') as HTMLElement
const rows = () => [...document.querySelectorAll<HTMLElement>('.blotter-table tbody tr')]
const ids = () => rows().map(({ id }) => id.replace('blotter-row-', ''))
const current = () => document.querySelector('[aria-current]')?.id.replace('blotter-row-', '')
const chosen = () =>
  rows().flatMap(({ ariaSelected, id }) => (ariaSelected === 'true' ? [id.replace('blotter-row-', '')] : []))
const key = (name: string, more: KeyboardEventInit = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement as Element, { key: name, ...more }))
const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const settled = () => later(intervals.takeoverInert)

/** A page with so many open locates, the first of which has the least time. */
async function blotterWith(...names: readonly string[]) {
  const answered = answering()
  const page = await locateDesk(<LocateBlotter />)
  const now = performance.timeOrigin + performance.now()
  const locates = new Map<string, LocateNotification>()
  for (const [i, name] of names.entries()) {
    const locate = located(name, { deadline: now + 20_000 + 1_000 * i })
    locates.set(name, locate)
    page.push(locate)
  }
  settled()
  const locateOf = (name: string) => locates.get(name) as LocateNotification
  const ends = (name: string, more: Partial<LocateNotification>) =>
    page.push({ ...locateOf(name), answer: 'ACCEPT', ...more })
  return { ...page, answered, ends }
}

test('open locates are on top by the time that is left, then what ended, the newest first', async () => {
  const { ends } = await blotterWith('a', 'b', 'c', 'd')
  ends('a', { outcome: 'CONTRA_DECLINED' })
  ends('c', { outcome: 'ACCEPTED', brokerName: 'Hinoki', password: 'PASSWD7' })

  expect(ids()).toEqual(['b', 'd', 'c', 'a'])
  expect(rows()[2]?.textContent).toContain('Both accepted NewHinokiPASSWD7')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('keys do nothing before F8; then A and D answer the current row, and the next one takes its place', async () => {
  const { input, answered, ends } = await blotterWith('a', 'b', 'c')
  fireEvent.keyDown(input, { key: 'a' })
  expect(answered).toEqual([])

  f8()
  expect(document.activeElement).toBe(table())
  key('a')
  await vi.waitFor(() => expect(answered).toEqual(['accept a']))
  ends('a', { outcome: null })
  expect(current()).toBe('b')
  key('d')
  later(intervals.takeoverInert - 1)
  key('d')
  expect(answered).toEqual(['accept a'])
  later(1)
  key('ｄ')
  await vi.waitFor(() => expect(answered).toEqual(['accept a', 'decline b']))
})

test('A and D are shown on the buttons that they press, and on none while they do nothing', async () => {
  const { ends } = await blotterWith('a', 'b', 'c')
  const keysOf = () => ids().filter((_, i) => rows()[i]?.querySelector('kbd'))
  expect(keysOf()).toEqual([])
  f8()
  expect(keysOf()).toEqual(['a'])
  key(' ')
  key('ArrowDown')
  key(' ')
  expect(keysOf()).toEqual(['a', 'b'])
  key('Escape')
  expect(keysOf()).toEqual([])
  later(intervals.popupInert)
  expect(keysOf()).toEqual(['b'])

  // Another row takes the place of the current one.
  ends('b', { outcome: 'CONTRA_TIMEOUT' })
  expect(current()).toBe('a')
  expect(keysOf()).toEqual([])
  settled()
  expect(keysOf()).toEqual(['a'])
})

test('a held key answers once', async () => {
  const { answered } = await blotterWith('a', 'b')
  f8()
  key('a', { repeat: true })
  key('a')
  await vi.waitFor(() => expect(answered).toEqual(['accept a']))
})

test('Space, Shift with an arrow and Control A choose several, which one key answers together', async () => {
  const { answered } = await blotterWith('a', 'b', 'c', 'd')
  f8()
  key(' ')
  key('ArrowDown')
  key('ArrowDown')
  key(' ')
  expect(chosen()).toEqual(['a', 'c'])
  key('Escape')
  expect(chosen()).toEqual([])
  key('ArrowUp')
  key('ArrowDown', { shiftKey: true })
  key('ArrowDown', { shiftKey: true })
  expect(chosen()).toEqual(['b', 'c', 'd'])
  key('ArrowUp', { shiftKey: true })
  expect(chosen()).toEqual(['b', 'c'])
  key('d')
  await vi.waitFor(() => expect(answered).toEqual(['decline b', 'decline c']))
  expect(chosen()).toEqual([])

  await vi.waitFor(() => {
    key('a', { ctrlKey: true })
    expect(chosen()).toEqual(['a', 'd'])
  })
})

test('a locate that has just arrived is not among all that are chosen, and no outcome is', async () => {
  const { push, ends } = await blotterWith('a', 'b')
  ends('b', { outcome: 'CONTRA_TIMEOUT' })
  push(located('new'))
  f8()
  key('a', { ctrlKey: true })

  expect(chosen()).toEqual(['a'])
})

test('the buttons of a row are inert for a moment after it has moved', async () => {
  const { answered, ends } = await blotterWith('a', 'b')
  const button = (name: string) => rows()[0]?.querySelector<HTMLElement>(`.blotter-${name}`) as HTMLElement
  expect(button('decline').ariaDisabled).toBe('false')
  ends('a', { outcome: 'WITHDRAWN' })
  expect(button('decline').ariaDisabled).toBe('true')
  // Meant for the row that was here. An answer is sent later, so the other one shows which press counted.
  act(() => button('decline').click())
  later(intervals.popupInert)
  act(() => button('accept').click())
  await vi.waitFor(() => expect(answered).toEqual(['accept b']))
})

test('while the answer of a row is on its way, its buttons are inert', async () => {
  const { answered } = await blotterWith('a')
  const button = (name: string) => rows()[0]?.querySelector<HTMLElement>(`.blotter-${name}`) as HTMLElement
  expect(button('decline').ariaDisabled).toBe('false')
  act(() => button('accept').click())

  expect(button('decline').ariaDisabled).toBe('true')
  act(() => button('decline').click())
  await vi.waitFor(() => expect(answered).toEqual(['accept a']))
})

test('an outcome is new until it is looked at, and unread until it is marked; Escape returns the focus', async () => {
  const { input, ends, acknowledged } = await blotterWith('a')
  ends('a', { outcome: 'CONTRA_DECLINED' })
  later(intervals.popupInert)
  expect(rows()[0]?.textContent).toContain('New')
  f8()
  later(intervals.popupInert)
  expect(rows()[0]?.textContent).not.toContain('New')
  expect(acknowledged()).toEqual([])
  key('Enter')
  expect(acknowledged()).not.toEqual([])
  expect(ids()).toEqual(['a'])
  key('Escape')
  expect(document.activeElement).toBe(input)
})

test('an unanswered locate stays in the table, without its answers', async () => {
  const { ends } = await blotterWith('a')
  ends('a', { answer: null, outcome: 'TIMED_OUT' })

  expect(rows()[0]?.textContent).toContain('Missed')
  expect(document.querySelector('.blotter-accept')).toBeNull()
})

test('the table continues with what was selected in its own window when that closes, and only once', async () => {
  const { dispatch, answered } = await blotterWith('a', 'b', 'c', 'd')
  dispatch(blotterWindowClosed({ currentId: 'c', chosen: ['b', 'c', 'gone'] }))
  expect(current()).toBe('c')
  expect(chosen()).toEqual(['b', 'c'])

  f8()
  key('Escape')
  key('Home')
  expect([current(), chosen()]).toEqual(['a', []])
  settled()
  key('a')
  await vi.waitFor(() => expect(answered).toEqual(['accept a']))
})
