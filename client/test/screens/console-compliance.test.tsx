import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shippedEquitiesCsv } from '../../../server/test/support/reference-admin.ts'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { pageServer } from '../support/controlled-server.tsx'
import { renderApp } from '../support/render-app.tsx'

type Key = Parameters<typeof textIn>[1]

/** The console as a user of staff with this grant sees it. */
async function opensConsole(grant: 'operations' | 'compliance', path: string, language: Language) {
  const desk = await startTestServer(await pageServer({ CALENDAR: 'jpx' }))
  await desk.addStaff(grant)
  const person = await desk.person(`${grant}@aitai.example`).signsIn()
  localStorage.setItem('userToken', person.token ?? '')
  renderApp(path, language)
  const text = (key: Key, values: Record<string, string | number> = {}): string =>
    textIn(language, key, values)
  const button = (key: Key, values = {}) => screen.findByRole('button', { name: text(key, values) })
  const fill = async (key: Key, value: string, within_: HTMLElement = document.body): Promise<void> =>
    void fireEvent.change(await within(within_).findByLabelText(text(key)), { target: { value } })
  return { desk, text, button, fill }
}

const choose = (content: string): void => {
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file can be chosen')
  fireEvent.change(input, { target: { files: [new File([content], 'equities.csv', { type: 'text/csv' })] } })
}

const importsIn = async ({ app }: TestServer): Promise<number> =>
  (await app.database.selectFrom('audit').select('seq').where('action', '=', 'equitiesImported').execute())
    .length

test.each(languages)('a file is compared first, and imported with a reason, in %s', async (language) => {
  const { desk, text, button, fill } = await opensConsole('operations', '/operations/reference', language)
  await screen.findByText(text('operations.file.choose'))
  choose(shippedEquitiesCsv.replace('2905.5', '2950'))

  await screen.findByText(text('operations.file.preview', { name: 'equities.csv' }))
  const change = { column: text('operations.column.closePrice'), before: '2,905.5', after: '2,950' }
  await screen.findByText(text('operations.equities.fromTo', change))
  expect(await importsIn(desk)).toBe(0)
  fireEvent.click(await button('operations.file.next'))
  const dialog = await screen.findByRole('dialog')
  const confirm = within(dialog).getByRole('button', { name: text('operations.file.do') })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await fill('operations.halt.reason', 'the close of today', dialog)
  fireEvent.click(confirm)
  // A second press while it is under way imports nothing.
  expect(confirm.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(confirm)

  await screen.findByText(text('operations.file.done'))
  expect(await importsIn(desk)).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(languages)(
  'wrong lines are named, and a likely mistake has to be confirmed, in %s',
  async (language) => {
    const { desk, text, button } = await opensConsole('operations', '/operations/reference', language)
    await screen.findByText(text('operations.file.choose'))
    choose('ric,name\n7203.T,Toyota\n')
    await screen.findByText(text('EQUITIES_INVALID'))
    const columns = 'ric,name,localName,kana,shortNames,lotSize,closePrice'
    const wrong = document.querySelector('.file-failure')?.textContent
    const [beforeColumns = ''] = text('operations.remark.COLUMNS').split('{columns}')
    expect(wrong).toContain(text('operations.remarkOfLine', { line: 1, says: beforeColumns + columns }))

    choose(shippedEquitiesCsv.split('\n').slice(0, 200).join('\n'))
    await screen.findByText(text('operations.file.concerns'))
    const before = shippedEquitiesCsv.trim().split('\n').length - 1
    await screen.findByText(text('operations.remark.SECURITIES_DROPPED', { removed: before - 199, before }))
    expect(screen.queryByText(text('EQUITIES_INVALID'))).toBeNull()
    expect((await button('operations.file.next')).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('switch', { name: text('operations.file.meant') }))
    await waitFor(async () =>
      expect((await button('operations.file.next')).getAttribute('aria-disabled')).not.toBe('true'),
    )
    fireEvent.click(await button('operations.file.discard'))
    expect(screen.queryByText(text('operations.file.concerns'))).toBeNull()
    expect(await importsIn(desk)).toBe(0)
  },
)

test.each(languages)(
  'the audit trail is searched on request only, and opens to details, in %s',
  async (language) => {
    const { desk, text, button } = await opensConsole('compliance', '/operations/audit', language)
    await screen.findByText(text('operations.audit.start'))
    const searches = async () =>
      (
        await desk.app.database
          .selectFrom('audit')
          .select('seq')
          .where('action', '=', 'auditSearched')
          .execute()
      ).length
    expect(await searches()).toBe(0)
    // The browser's clock is not that of the server in this test.
    for (const key of ['operations.audit.from', 'operations.audit.to'] as const)
      fireEvent.change(screen.getAllByLabelText(text(key))[0] as HTMLElement, {
        target: { value: '2026-11-18' },
      })
    fireEvent.click(await button('operations.audit.do'))

    const row = (await screen.findAllByRole('row')).find(({ textContent }) =>
      textContent?.includes(text('operations.action.grantAdded')),
    )
    expect(row?.textContent).toContain('compliance Desk')
    expect(await searches()).toBe(1)
    fireEvent.click(within(row as HTMLElement).getByRole('button'))
    await screen.findByText(text('operations.audit.hash'))
  },
)

test.each(languages)('surveillance shows nothing before it has a reason, in %s', async (language) => {
  const { desk, text, button, fill } = await opensConsole('compliance', '/operations/surveillance', language)
  await screen.findByText(text('operations.surveillance.start'))
  expect((await button('operations.surveillance.do')).getAttribute('aria-disabled')).toBe('true')
  await fill('operations.surveillance.day', '2026-11-18')
  await fill('operations.halt.reason', 'the alert of this morning')
  fireEvent.click(await button('operations.surveillance.do'))

  await screen.findByText(text('operations.surveillance.nobody'))
  const rows = await desk.app.database.selectFrom('journal').select('command').execute()
  expect(rows.filter(({ command }) => command.includes('"viewSurveillance"'))).toHaveLength(1)
})
