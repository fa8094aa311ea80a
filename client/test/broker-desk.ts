import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import type { Notification } from '@aitai/contract/notifications.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect } from 'vitest'
import { open, tokenOf } from './page.tsx'
import { callerWith, openVenue, type Venue } from './venue.ts'

/** A broker's desk for the tests of one file, with two institutions that agree whenever they are asked to. */
export let venue: Venue
/** Somebody else of the same broker, who looks at what the server says. */
export let colleague: ReturnType<typeof callerWith>
const met = new Map<string, Promise<unknown>>()

beforeAll(async () => {
  venue = await openVenue('Sakura')
  colleague = callerWith(await tokenOf(venue.colleague))
}, 60_000)
afterAll(() => venue.leave())

export const patient = { timeout: 15_000 }

/** An agreement in this security, made once, as the server has it now. */
export async function agreed(ric: string, shares = 40_000): Promise<ConnectionAgreement> {
  if (!met.has(ric)) met.set(ric, venue.agree(ric, shares))
  await met.get(ric)
  const path = '/connection-agreement/broker-user-execution-listing'
  const list = await colleague<ConnectionAgreement[]>('GET', path)
  const found = list.find(({ securityName }) => securityName.startsWith(ric))
  if (!found) throw new Error(`no agreement in ${ric}`)
  return found
}

type Page = ReturnType<typeof open>

export async function signsIn(language: Language = 'En'): Promise<Page> {
  localStorage.setItem('userToken', await tokenOf(venue.broker))
  const page = open('/brokers-home', language)
  await screen.findByRole('heading', { name: textIn(language, 'agreement.title'), hidden: true }, patient)
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'), patient)
  return page
}

/** Reads every match that the server has told and nobody has read, so that the table is free. */
export async function readsMatches({ store }: Page, language: Language = 'En'): Promise<void> {
  const listed = await callerWith(store.getState().session.userToken ?? '')<Notification[]>(
    'GET',
    '/notifications',
  )
  const waiting = listed.filter(({ message, ack }) => message === 'New IOI Match Confirmed' && !ack)
  await waitFor(() => {
    const arrived = store.getState().notices.arrived.map(({ id }) => id)
    expect(arrived).toEqual(expect.arrayContaining(waiting.map(({ id }) => id)))
  }, patient)
  const popup = { name: textIn(language, 'agreement.matchTitle') }
  await waitFor(async () => {
    const open = screen.queryByRole('dialog', popup)
    if (open) await userEvent.click(within(open).getByRole('button', { name: textIn(language, 'common.ok') }))
    expect(screen.queryByRole('dialog', popup)).toBeNull()
  }, patient)
}

/** The broker before a table that holds these, with nothing in the way. */
export async function sees(...rics: string[]) {
  const agreements: ConnectionAgreement[] = []
  for (const ric of rics) agreements.push(await agreed(ric))
  const page = await signsIn()
  await readsMatches(page)
  for (const ric of rics) await rowOf(ric)
  return { page, agreements }
}

export const rowOf = (ric: string): Promise<HTMLElement> =>
  screen.findByRole('row', { name: new RegExp(ric), hidden: true }, patient)
