import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { notificationTypes } from '@aitai/engine/notifications.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { notificationWith } from '../../test/support/fixtures.ts'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { accountsApi } from '../shared/api/accounts-api.ts'
import { api } from '../shared/api/desk-api.ts'
import { notificationReceived } from '../shared/connection/received-notifications.ts'
import { signedIn } from '../shared/store/session.ts'
import { createStore, type Store } from '../shared/store/store.ts'
import { changeLanguage } from '../ui/text/use-text.ts'
import { NotificationBell } from './NotificationBell.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

let seconds = 0
/** A notification as the server sends it, each a second after the one before. */
function notificationOf(message: string, given: Partial<Notification> = {}): Notification {
  seconds += 1
  return notificationWith({
    id: `n${seconds}`,
    message,
    messageType: message === 'Contra Located' ? 'locate' : 'statusAlert',
    securityId: `security ${seconds}`,
    timestamp: Date.UTC(2026, 10, 20, 15, 4, seconds),
    ...given,
  })
}

/** Somebody of a role at a bell whose list the server has given. */
async function atBell(
  role: UserInfo['role'],
  listed: Notification[],
  adverts: readonly Advert[] = [],
  onOpenAdvert: (advertId: string) => void = () => undefined,
): Promise<Store> {
  const store = createStore()
  store.dispatch(signedIn('a-token'))
  const { upsertQueryData } = api.util
  await store.dispatch(accountsApi.util.upsertQueryData('myDetails', undefined, { role } as UserInfo))
  await store.dispatch(upsertQueryData('notifications', undefined, listed))
  await store.dispatch(upsertQueryData('getEquities', undefined, []))
  await store.dispatch(upsertQueryData('brokerUserExecutionListing', undefined, []))
  await store.dispatch(upsertQueryData('advertList', undefined, [...adverts]))
  renderInStore(<NotificationBell onOpenAdvert={onOpenAdvert} />, store)
  return store
}

const bell = () => screen.getByRole('button', { name: /unread in notifications|未読の通知/ })
const line = (title: string) => screen.getByRole('button', { name: new RegExp(title) })
const acknowledgedIn = (store: Store) => store.getState().notifications.acknowledged

// spec: 2.header.8
test('the unread count includes pushed notifications and excludes acknowledged ones', async () => {
  const store = await atBell('TRADER', [
    notificationOf('MARKET_ERROR'),
    notificationOf('LOCATE_ERROR', { ack: true }),
  ])
  expect(bell().textContent).toBe('1')

  act(() => void store.dispatch(notificationReceived(notificationOf('CANCEL_TRIGGER'))))
  expect(bell().textContent).toBe('2')
})

// spec: 2.header.9
test.each([
  ['TRADER', ['Status Alert', 'Located']],
  ['BROKER', ['Status Alert', 'Acknowledged']],
] as const)('its dropdown has two tabs for a %s', async (role, tabs) => {
  await atBell(role, [])
  await userEvent.click(bell())

  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs)
})

test('traders find a located contra on the tab Located, everything else on Status Alert', async () => {
  await atBell('TRADER', [notificationOf('Contra Located'), notificationOf('LOCATE_ERROR')])
  await userEvent.click(bell())
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(line('Locate withdrawn')).toBeTruthy()

  await userEvent.click(screen.getByRole('tab', { name: /Located/ }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(line('Contra located')).toBeTruthy()
})

test.each(languages)('every message type has its text in %s', async (language) => {
  changeLanguage(language)
  await atBell(
    'TRADER',
    notificationTypes.map((message) => notificationOf(message, { messageType: 'statusAlert' })),
  )
  await userEvent.click(bell())

  for (const message of notificationTypes)
    expect(screen.getAllByText(textIn(language, `notification.${message}`)).length, message).toBe(1)
})

test.each(languages)("'{user} logged out' and '{user} timed out' name the user in %s", async (language) => {
  changeLanguage(language)
  const user = 'Emma Whitfield'
  await atBell('TRADER', [notificationOf(`${user} logged out`), notificationOf(`${user} timed out`)])
  await userEvent.click(bell())

  for (const end of ['logged out', 'timed out'] as const)
    expect(screen.getByText(textIn(language, `notification.${end}`, { user }))).toBeTruthy()
})

test.each(['Advertisement expired', 'CANCEL_TRIGGER', 'USER_ACCEPTED_LOCATE', 'MARKET_ERROR'] as const)(
  '%s is unread, and acknowledged immediately when clicked',
  async (message) => {
    const notification = notificationOf(message)
    const store = await atBell('TRADER', [notification])
    await userEvent.click(bell())
    const title = textIn('En', `notification.${message}`)
    expect(within(line(title)).getByText('New')).toBeTruthy()
    expect(acknowledgedIn(store)).toEqual([])

    await userEvent.click(line(title))
    expect(acknowledgedIn(store)).toEqual([notification.id])
    expect(within(line(title)).queryByText('New')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  },
)

// spec: 4.notifications.1
test('a missed locate has a badge of its own until it is acknowledged, and is not counted as unread', async () => {
  const notification = notificationOf('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN' })
  await atBell('TRADER', [notification])
  expect(bell().textContent).toBe('1 missed 0')
  expect(bell().getAttribute('aria-label')).toContain('1 missed 0')
  await userEvent.click(bell())
  expect(within(line('Locate missed')).getByText('Missed')).toBeTruthy()

  await userEvent.click(line('Locate missed'))
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(bell().textContent).toBe('0')
})

// spec: 4.notifications.1, 4.notifications.3
test.each([
  'ADVERT_SUBMITTED',
  'ADVERT_UPDATED',
  'USER_RESUMED_ADVERT',
  'Contra Located',
  'Contra Connection Accepted!',
  'Contra Connection Declined',
  'Connection Declined',
  'Contra locate timeout',
  'LOCATE_ERROR',
  'New IOI Match Confirmed',
  'Connection confirmed',
  'Connection status updated',
] as const)('%s is shown first, and then acknowledged', async (message) => {
  const notification = notificationOf(message, { messageType: 'statusAlert' })
  const store = await atBell('TRADER', [notification])
  expect(bell().textContent).toBe('1')
  await userEvent.click(bell())
  await userEvent.click(line(textIn('En', `notification.${message}`)))
  expect(acknowledgedIn(store)).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(acknowledgedIn(store)).toEqual([notification.id])
})

test('a notification that is acknowledged at once shows its reason: the text of its code, else the server message', async () => {
  await atBell('TRADER', [
    notificationOf('MARKET_ERROR', {
      errorCode: 'MARKET-ERROR-003',
      errorMessage: 'the words of the server',
    }),
    notificationOf('CANCEL_TRIGGER', {
      errorCode: 'CANCEL-TRIGGER-999',
      errorMessage: 'the words of the server',
    }),
  ])
  await userEvent.click(bell())

  expect(line('IOI cancelled: no usable market').textContent).toContain(textIn('En', 'MARKET-ERROR-003'))
  expect(line('IOI cancelled by a trigger').textContent).toContain('the words of the server')
})

test('a new notification for a security replaces the older one, except accepted and expired ones', async () => {
  const one = { securityId: 'toyota' }
  const remaining = [
    notificationOf('Contra Connection Accepted!', one),
    notificationOf('Advertisement expired', one),
  ]
  const older = notificationOf('LOCATE_ERROR', one)
  const store = await atBell('TRADER', [...remaining, older])
  expect(bell().textContent).toBe('3')
  const newer = notificationOf('Connection Declined', one)
  act(() => void store.dispatch(notificationReceived(newer)))
  expect(bell().textContent).toBe('3')
  await userEvent.click(bell())
  expect(screen.queryByText('Locate withdrawn')).toBeNull()
  for (const title of ['Both sides accepted', 'IOI expired', 'You declined the locate'])
    expect(line(title)).toBeTruthy()

  await userEvent.click(line('You declined the locate'))
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(acknowledgedIn(store)).toEqual([newer.id, older.id])
})

test('times are in 24-hour format with hours and minutes', async () => {
  const notification = notificationOf('LOCATE_ERROR')
  await atBell('TRADER', [notification])
  await userEvent.click(bell())

  const local = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
  const shown = line('Locate withdrawn').querySelector('time')
  expect(shown?.textContent).toMatch(new RegExp(`^${local.format(notification.timestamp)} \\S+$`))
  expect(shown?.title).toMatch(/^2026-11-20 15:0\d:\d\d UTC$/)
})

test('a broker sees which side is received or pending and who confirmed it, and finds it under Acknowledged', async () => {
  const confirmed = notificationOf('Connection confirmed', {
    buyStatus: true,
    sellStatus: false,
    brokerUserName: 'Yui Kawabata',
    confirmedBy: 'Yui Kawabata',
  })
  const store = await atBell('BROKER', [confirmed])
  await userEvent.click(bell())
  await userEvent.click(line('Connection confirmed'))
  const item = screen.getByRole('listitem')
  expect(item.textContent).toMatch(/BUY.*Received.*SELL.*Pending/)
  expect(item.textContent).toContain('Confirmed by Yui Kawabata')

  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(acknowledgedIn(store)).toEqual([confirmed.id])
  expect(screen.queryByRole('listitem')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Acknowledged' }))
  expect(screen.getByRole('listitem').textContent).toContain('Connection confirmed')
})

test('the price of a declined locate is named as the mid', async () => {
  const locate = { direction: 'BUY', locateQuantity: 50_000, midPrice: 2905.5 } as LocateNotification
  await atBell('TRADER', [notificationOf('Connection Declined', { messageType: 'locate', locate })])
  await userEvent.click(bell())
  await userEvent.click(screen.getByRole('tab', { name: /^Located/ }))
  await userEvent.click(line('declined'))
  expect(screen.getByText('Locate mid 2,905.500')).toBeTruthy()
})

test("a report that nothing was executed says who did not follow through, and to the broker's desk who reported it", async () => {
  const notExecuted = { reportedAt: 1, by: 'CONTRA' } as const
  const locate = { direction: 'BUY', locateQuantity: 1, midPrice: 1, notExecuted } as LocateNotification
  const trader = [
    notificationOf('NOT_EXECUTED_REPORTED', { locate }),
    notificationOf('NOT_EXECUTED_WITHDRAWN'),
  ]
  await atBell('TRADER', trader)
  await userEvent.click(bell())
  expect(line('Nothing was executed').textContent).toContain('The other side did not follow through.')
  expect(line('Not-executed report withdrawn')).toBeTruthy()
  cleanup()

  const connectionAgreementId = 'agreement'
  const changed = {
    connectionAgreementId,
    buyStatus: true,
    sellStatus: false,
    brokerUserName: 'Yui Kawabata',
  }
  const agreement = {
    connectionAgreementId,
    notExecuted: { reportedAt: 1, sides: ['SELL'], reportedBy: null },
  }
  const store = await atBell('BROKER', [notificationOf('Connection status updated', changed)])
  const { upsertQueryData } = api.util
  const agreements = [{ securityName: '', securityLocalName: '', ...agreement } as ConnectionAgreement]
  await act(() => store.dispatch(upsertQueryData('brokerUserExecutionListing', undefined, agreements)))
  await userEvent.click(bell())
  await userEvent.click(line('Connection status updated'))
  expect(screen.getByRole('listitem').textContent).toMatch(/Not executed · seller.*Yui Kawabata/)
})

const titles = () => [...document.querySelectorAll('.bell-line-title')].map(({ textContent }) => textContent)

test('what is missed or unread comes first, and a line that is read stays where it is until the bell is opened again', async () => {
  const [missed, unread, ...read] = [
    notificationOf('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN' }),
    notificationOf('LOCATE_ERROR'),
    notificationOf('ADVERT_SUBMITTED', { ack: true }),
    notificationOf('ADVERT_UPDATED', { ack: true }),
  ]
  await atBell('TRADER', [missed, unread, ...read] as Notification[])
  await userEvent.click(bell())
  const inOrder = ['Locate withdrawnNew', 'Locate missedMissed', 'IOI updated', 'IOI sent']
  expect(titles()).toEqual(inOrder)

  await userEvent.click(line('Locate withdrawn'))
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(titles()).toEqual(['Locate withdrawn', ...inOrder.slice(1)])
  await userEvent.click(bell())
  await userEvent.click(bell())
  expect(titles()).toEqual(['Locate missedMissed', 'IOI updated', 'IOI sent', 'Locate withdrawn'])
})

test('a line has side, size and broker: of the locate, else of the IOI, and of an agreement its size', async () => {
  const locate = {
    direction: 'SELL',
    locateQuantity: 30_000,
    midPrice: 1,
    brokerName: 'Hinoki',
  } as LocateNotification
  const advert = { id: 'a', direction: 'BUY', shareQuantity: 40_000 } as Advert
  await atBell(
    'TRADER',
    [
      notificationOf('Contra Connection Accepted!', { locate, advertisementId: 'a' }),
      notificationOf('ADVERT_SUBMITTED', { advertisementId: 'a' }),
    ],
    [advert],
  )
  await userEvent.click(bell())
  expect(line('Both sides accepted').textContent).toContain('SELL30,000Hinoki')
  expect(line('IOI sent').textContent).toContain('BUY40,000')
})

test('a missed locate offers to resume its paused IOI and to open it', async () => {
  const adverts = ['PAUSED', 'CANCELLED'].map(
    (advertisementStatus, i) => ({ id: i === 0 ? 'a' : 'b', advertisementStatus }) as Advert,
  )
  const resumed: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url)
    if (!pathname.includes('/resume-advert/')) return Response.json(adverts)
    resumed.push(pathname)
    return Response.json({ id: 'a' })
  })
  const opened: string[] = []
  await atBell(
    'TRADER',
    [
      notificationOf('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN', advertisementId: 'a' }),
      notificationOf('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN', advertisementId: 'b' }),
    ],
    adverts,
    (advertId) => opened.push(advertId),
  )
  await userEvent.click(bell())
  // Only a paused one can be resumed.
  await userEvent.click(screen.getByRole('button', { name: /^Resume IOI:/ }))
  await vi.waitFor(() => expect(resumed).toEqual(['/api/advert/resume-advert/a']))

  const [, ofPaused] = screen.getAllByRole('button', { name: /^Open IOI:/ })
  await userEvent.click(ofPaused as HTMLElement)
  expect(opened).toEqual(['a'])
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each(languages)('a timeout says whose it was in %s', async (language) => {
  changeLanguage(language)
  await atBell('TRADER', [
    notificationOf('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN' }),
    notificationOf('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-CONTRA' }),
  ])
  await userEvent.click(bell())
  expect(titles().map((title) => title?.replace(/New|新着|Missed|無回答$/g, ''))).toEqual([
    textIn(language, 'notification.Contra locate timeout'),
    textIn(language, 'notification.missedLocate'),
  ])
})
