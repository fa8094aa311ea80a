import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  advertInEveryStatus,
  changeAdvert,
  liveAdvert,
  startWithOneTrader,
} from '../../../server/test/support/journeys.ts'
import { enter, press, send as sendReviewed } from '../support/advert-editor.ts'
import { openAs, pageServer, selectAdvert } from '../support/controlled-server.tsx'

const banner = (): HTMLElement => document.querySelector<HTMLElement>('.status-banner') as HTMLElement
const actions = (): HTMLElement => document.querySelector<HTMLElement>('.action-buttons') as HTMLElement

interface Shown {
  readonly status: TextKey
  readonly countdown: boolean
  readonly cancel: boolean
  readonly pauseResume: [label: TextKey, isEnabled: boolean]
  /** Enabled before and after an edit of the quantity; null where the quantity cannot be edited. */
  readonly send: [label: TextKey, unmodified: boolean, modified: boolean | null]
}

const pause = 'advert.action.pause'
const [send, update] = ['advert.action.review.send', 'advert.action.review.update'] as const
const active = { status: 'advert.status.SENT', countdown: true, cancel: true } as const
const located: Shown = {
  status: 'advert.status.LOCATED',
  countdown: true,
  cancel: false,
  pauseResume: [pause, false],
  send: [update, false, false],
}

/** What the screen shows of an advert in each status (docs/specification.md §4). */
const table: Readonly<Record<Advert['advertisementStatus'], Shown>> = {
  UNSENT: {
    status: 'advert.status.UNSENT',
    countdown: false,
    cancel: false,
    pauseResume: [pause, false],
    send: [send, true, true],
  },
  SENT: { ...active, pauseResume: [pause, true], send: [update, false, true] },
  LIVE: { ...active, pauseResume: [pause, true], send: [update, false, true] },
  PAUSED: {
    status: 'advert.status.PAUSED',
    countdown: true,
    cancel: true,
    pauseResume: ['advert.action.resume', true],
    send: [update, false, true],
  },
  'ACCEPT/DECLINE?': located,
  LOCATED: located,
  COMPLETED: {
    status: 'advert.status.COMPLETED',
    countdown: false,
    cancel: false,
    pauseResume: [pause, false],
    send: [update, false, null],
  },
  DEAD: {
    status: 'advert.status.CANCELLED',
    countdown: false,
    cancel: false,
    pauseResume: [pause, false],
    send: [send, true, true],
  },
}

// spec: 2.trader.13, 4.statuses.7, 4.statuses.8, 4.statuses.9, 4.statuses.10, 4.statuses.11, 4.indicator.7
for (const language of languages)
  test(`an advert in every status: its banner and its actions, ${language}`, async () => {
    const { alder, adverts } = await advertInEveryStatus(await pageServer())
    await openAs(alder, '/adverts-home', language)
    const text = (key: TextKey): string => textIn(language, key as 'advert.status.SENT')
    const isEnabled = (label: TextKey): boolean => {
      const found = [...actions().querySelectorAll('button')].find((each) => each.textContent === text(label))
      if (!found) throw new Error(`there is no button ${text(label)}`)
      return found.ariaDisabled !== 'true'
    }

    for (const [status, shown] of Object.entries(table)) {
      await selectAdvert(adverts[status as keyof typeof table].securityName.slice(0, 6))
      await waitFor(() => expect(banner().querySelector('.status-tag')?.textContent).toBe(text(shown.status)))
      const left = within(banner()).getByRole('timer').querySelector('b')?.textContent
      expect(left, status).toMatch(shown.countdown ? /^0[12]:\d\d:\d\d$/ : /^--:--:--$/)
      const [pausing, canPause] = shown.pauseResume
      const [sending, unmodified, modified] = shown.send
      expect([isEnabled('advert.action.cancel'), isEnabled(pausing)], status).toEqual([
        shown.cancel,
        canPause,
      ])
      expect(isEnabled(sending), status).toBe(unmodified)
      const quantity = screen.getByLabelText<HTMLInputElement>(text('advert.quantity'))
      expect(quantity.disabled, status).toBe(modified === null)
      if (modified === null) continue
      enter(quantity, '9,900')
      expect(isEnabled(sending), `${status}, edited`).toBe(modified)
    }
  })

const announced = (): string =>
  [...document.querySelectorAll('.action-bar [aria-live]')].map(({ textContent }) => textContent).join('')

test('each pause is announced, also after it was ended elsewhere', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const advert = await liveAdvert(alder)
  await openAs(alder)
  await selectAdvert('7203.T')
  const paused = textIn('En', 'advert.paused', { security: '7203.T' })
  await press(pause)
  await waitFor(() => expect(announced()).toBe(paused))
  await changeAdvert(alder, 'resume', advert)
  await screen.findByRole('button', { name: textIn('En', pause) }, { timeout: 15_000 })
  expect(announced()).toBe('')
  await press(pause)
  await waitFor(() => expect(announced()).toBe(paused))
})

test('only the newest of an update and a pause is announced', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await liveAdvert(alder)
  await openAs(alder)
  await selectAdvert('7203.T')
  const text = (key: 'advert.paused' | 'advert.updated') => textIn('En', key, { security: '7203.T' })
  await press(pause)
  await waitFor(() => expect(announced()).toBe(text('advert.paused')))
  enter(screen.getByLabelText<HTMLInputElement>(textIn('En', 'advert.quantity')), '9,900')
  await sendReviewed('update')
  await waitFor(() => expect(announced()).toBe(text('advert.updated')))
})
