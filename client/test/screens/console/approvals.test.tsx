import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmationMs } from '../../../../server/src/accounts/second-factor/confirmation.ts'
import * as apps from '../../../../server/test/accounts/authenticator-app.ts'
import {
  approvalsOf,
  asksAgain,
  asksToOpen,
  closed,
  runsAs,
  switchesIn,
} from '../../../../server/test/admin/approvals/four-eyes.ts'
import { startTestServer } from '../../../../server/test/support/test-server.ts'
import { formatTradingDay } from '../../../src/ui/format/format.ts'
import { findButton, press } from '../../support/advert-editor.ts'
import { openAs, pageServer, switchLanguage } from '../../support/controlled-server.tsx'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)
const what = en('operations.approvals.command.platform open')

async function withConsole() {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  for (const each of ['operations', 'administrator', 'compliance'] as const) await desk.addStaff(each)
  const naomi = await desk.person('operations@aitai.example').signsIn()
  const martin = await desk.person('administrator@aitai.example').signsIn()
  return { desk, naomi, martin }
}

test('a second person sees what waits, by whom and why, and opens the platform after a question', async () => {
  const { desk, naomi, martin } = await withConsole()
  const id = await asksToOpen(naomi)
  const page = await openAs(martin, '/operations/approvals')
  const row = await screen.findByRole('row', { name: new RegExp(id) })
  expect(row.textContent).toContain('operations Desk')
  expect(row.textContent).toContain(closed.reason)
  within(row).getByText(/^(15:00|14:5\d)$/)
  const link = screen.getByRole('link', { name: new RegExp(en('operations.page.approvals')) })
  expect(link.textContent).toContain(en('operations.approvals.count', { count: 1 }))
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await screen.findByText(textIn(language, 'operations.approvals.command.platform open'), { exact: false })
  }

  fireEvent.click(await findButton(en('operations.approvals.approve.named', { what, id })))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(closed.reason)
  within(dialog).getByText(en('operations.approvals.means.CHANGE', { by: 'operations Desk' }))
  expect(await switchesIn(desk)).toHaveLength(1)
  fireEvent.click(await findButton(en('operations.approvals.do'), dialog))
  await screen.findByText(en('operations.approvals.done.DONE', { what }))
  await screen.findByText(en('operations.approvals.none'))
  await screen.findByText(en('operations.approvals.state.DONE'))
  expect((await switchesIn(desk)).map(({ halted }) => halted)).toEqual([true, false])
}, 60_000)

test('A asks for the approval and R for the rejection, and arrows move between requests', async () => {
  const { desk, naomi, martin } = await withConsole()
  const id = await asksToOpen(naomi)
  desk.clock.advance(1)
  await runsAs(desk, naomi, 'firm change', { firm: 'Alder', largestNotional: null, reason: 'a large order' })
  await openAs(martin, '/operations/approvals')
  const approve = await findButton(en('operations.approvals.approve.named', { what, id }))
  act(() => approve.focus())
  fireEvent.keyDown(approve, { key: 'a', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(approve, { key: 'a' })
  await screen.findByRole('dialog')
  await press('operations.approvals.cancel')
  act(() => approve.focus())
  fireEvent.keyDown(approve, { key: 'ArrowDown' })
  const other = document.activeElement
  expect(other?.getAttribute('aria-label')).toContain(en('operations.approvals.command.firm change'))
  if (other) fireEvent.keyDown(other, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(approve)
  fireEvent.keyDown(approve, { key: 'r' })
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(closed.reason)
  expect(screen.queryByText(en('operations.approvals.state.REJECTED'))).toBeNull()
  const why = 'not before the close'
  fireEvent.change(within(dialog).getByLabelText(en('operations.halt.reason')), { target: { value: why } })
  fireEvent.click(await findButton(en('operations.approvals.doReject'), dialog))
  await screen.findByText(en('operations.approvals.done.REJECTED', { what }))
  await screen.findByText(en('operations.approvals.rejected', { reason: why }))
  screen.getByText(`JPY 20,000,000,000 (20.0bn) → ${en('operations.approvals.shown.none')}`)
  expect(await switchesIn(desk)).toHaveLength(1)
}, 60_000)

test('a venue setting is shown by its name, its values with the units of the language, and the day as a date', async () => {
  const { desk, naomi, martin } = await withConsole()
  // A dot leads to a part of a limit.
  const values = { declineCooldownMs: '5 min', 'probing.failuresPerSecurity': '9' }
  await runsAs(desk, naomi, 'venue set', { values, reason: 'a quiet week' })
  const { open } = await approvalsOf(martin)
  const day = open[0]?.shown.find(({ name }) => name === 'effectiveFrom')?.value ?? ''
  const page = await openAs(martin, '/operations/approvals')
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const value = (figure: string) => textIn(language, 'operations.venue.unit.min', { figure })
    await screen.findByText(
      `${textIn(language, 'operations.setting.declineCooldownMs')} ${value('15')} → ${value('5')}`,
    )
    const probing = textIn(language, 'operations.setting.probing.failuresPerSecurity')
    screen.getByText((shown) => shown.startsWith(`${probing} `) && shown.endsWith(' → 9'))
    screen.getByText(formatTradingDay(language, dayOfDate(day)))
  }
}, 60_000)

test('the approver of an export reads the days that were chosen, and not the midnight after them', async () => {
  const { desk, martin } = await withConsole()
  const keiko = await desk.person('compliance@aitai.example').signsIn()
  const body = { from: '2026-01-05', to: '2026-01-06', format: 'csv', reason: 'inspection' }
  await keiko.isRefused('/operations/audit/export', { body })
  const page = await openAs(martin, '/operations/approvals')
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    for (const date of [body.from, body.to]) {
      const day = formatTradingDay(language, dayOfDate(date))
      await screen.findByText(textIn(language, 'operations.approvals.shown.day', { day }))
    }
  }
}, 60_000)

test('the halts page says that an opening waits, and nothing has failed', async () => {
  const { desk, naomi } = await withConsole()
  await naomi.callsOk('/operations/halt', { body: closed })
  await openAs(naomi, '/operations/halts')
  fireEvent.click(await findButton(en('operations.resume.platform')))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(en('operations.halt.reason')), {
    target: { value: closed.reason },
  })
  fireEvent.click(await findButton(en('operations.resume.do.PLATFORM'), dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const id = await asksAgain(naomi)
  await screen.findByText(en('operations.approvals.waits', { id }))
  screen.getByRole('rowheader', { name: en('operations.halt.PLATFORM') })
  expect(await switchesIn(desk)).toHaveLength(1)
}, 60_000)

test('a requester sees the own request without a way to approve it, and withdraws it', async () => {
  const { naomi } = await withConsole()
  const id = await asksToOpen(naomi)
  await openAs(naomi, '/operations/approvals')
  await screen.findByText(en('operations.approvals.own'))
  expect(
    screen.queryByRole('button', { name: en('operations.approvals.approve.named', { what, id }) }),
  ).toBeNull()
  fireEvent.click(await findButton(en('operations.approvals.withdraw.named', { what, id })))
  await screen.findByText(en('operations.approvals.done.WITHDRAWN', { what }))
}, 60_000)

test('somebody who may decide nothing of it sees no request', async () => {
  const { desk, naomi } = await withConsole()
  await asksToOpen(naomi)
  await openAs(await desk.person('compliance@aitai.example').signsIn(), '/operations/approvals')
  await screen.findByText(en('operations.approvals.none'))
  await screen.findByText(en('operations.approvals.over.none'))
}, 60_000)

test('an approver with an authenticator confirms with a code; closing that approves nothing', async () => {
  const { desk, naomi, martin } = await withConsole()
  const { key } = await apps.adds(desk, martin)
  desk.clock.advance(confirmationMs)
  const id = await asksToOpen(naomi)
  await openAs(martin, '/operations/approvals')
  const approve = async (): Promise<HTMLElement> => {
    fireEvent.click(await findButton(en('operations.approvals.approve.named', { what, id })))
    fireEvent.click(await findButton(en('operations.approvals.do'), await screen.findByRole('dialog')))
    return await screen.findByRole('dialog', { name: en('confirm.title') })
  }

  fireEvent.click(await findButton(en('common.close'), await approve()))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await switchesIn(desk)).toHaveLength(1)

  const confirmation = await approve()
  fireEvent.change(within(confirmation).getByLabelText(en('profile.app.code')), {
    target: { value: apps.codeAt(key, desk.clock.now()) },
  })
  fireEvent.click(await findButton(en('confirm.submit'), confirmation))
  await screen.findByText(en('operations.approvals.done.DONE', { what }))
  expect(await switchesIn(desk)).toHaveLength(2)
}, 60_000)
