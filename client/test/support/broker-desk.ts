import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import { notifications } from '@aitai/contract/routes/notifications.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect } from 'vitest'
import { newSessionToken, renderApp } from './render-app.tsx'
import { createTestMarket, sessionOf, type TestMarket } from './test-market.ts'

/** A broker's desk for the tests of one file, with two institutions that agree on request. */
export let testMarket: TestMarket
/** Another user of the same broker, who reads the state of the server. */
export let colleague: ApiSession
const met = new Map<string, Promise<unknown>>()

/** Opens the market of a test file, which names it by a word of its own: all files have one server. */
export function openTestMarket(word: string): void {
  beforeAll(async () => {
    testMarket = await createTestMarket(word)
    colleague = sessionOf(await newSessionToken(testMarket.colleague))
  }, 60_000)
  afterAll(() => testMarket.leave())
}

export const longTimeout = { timeout: 30_000 }

/** Returns the agreement in this security as stored on the server; creates it on the first call. */
export async function agreementIn(ric: string, shares = 40_000): Promise<ConnectionAgreement> {
  if (!met.has(ric)) met.set(ric, testMarket.agree(ric, shares))
  await met.get(ric)
  const list = await callApi(colleague, brokerUserExecutionListing)
  const found = list.find(({ securityName }) => securityName.startsWith(ric))
  if (!found) throw new Error(`no agreement in ${ric}`)
  return found
}

type Page = ReturnType<typeof renderApp>

export async function signInAsBroker(language: Language = 'En'): Promise<Page> {
  localStorage.setItem('userToken', await newSessionToken(testMarket.broker))
  const page = renderApp('/brokers-home', language)
  await screen.findByRole('heading', { name: textIn(language, 'agreement.title'), hidden: true }, longTimeout)
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'), longTimeout)
  return page
}

/** Waits for all unread match notifications and closes their popups, so that none covers the table. */
export async function dismissMatches({ store }: Page, language: Language = 'En'): Promise<void> {
  const listed = await callApi(sessionOf(store.getState().session.userToken ?? ''), notifications)
  const waiting = listed.filter(({ message, ack }) => message === 'New IOI Match Confirmed' && !ack)
  await waitFor(() => {
    const arrived = store.getState().notifications.received.map(({ id }) => id)
    expect(arrived).toEqual(expect.arrayContaining(waiting.map(({ id }) => id)))
  }, longTimeout)
  const popup = { name: textIn(language, 'agreement.matchTitle') }
  await waitFor(async () => {
    const open = screen.queryByRole('dialog', popup)
    if (open) await userEvent.click(within(open).getByRole('button', { name: textIn(language, 'common.ok') }))
    expect(screen.queryByRole('dialog', popup)).toBeNull()
  }, longTimeout)
}

/** Opens the desk of the broker with a table of these agreements and no popup open. */
export async function openDeskWith(...rics: string[]) {
  const agreements: ConnectionAgreement[] = []
  for (const ric of rics) agreements.push(await agreementIn(ric))
  const page = await signInAsBroker()
  await dismissMatches(page)
  for (const ric of rics) await rowOf(ric)
  return { page, agreements }
}

export const rowOf = (ric: string): Promise<HTMLElement> =>
  screen.findByRole('row', { name: new RegExp(ric), hidden: true }, longTimeout)
