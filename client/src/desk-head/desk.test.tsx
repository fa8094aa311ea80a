import { textIn } from '@aitai/messages/texts.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { addAccount } from '../../test/support/accounts.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { advertises, sessionOf } from '../../test/support/test-market.ts'

// A desk, its socket and a server share the machine with the other tests.
configure({ asyncUtilTimeout: 10_000 })

const firm = 'Willow Capital'
const emails = { head: 'head@willow.example', colleague: 'colleague@willow.example' }
const grants = (deskHead: boolean) =>
  runAdminCommand('user change', { email: emails.head, deskHead, reason: 'agreed with the institution' })

beforeAll(async () => {
  await runAdminCommand('firm add', { name: firm })
  const reason = 'agreed with its risk desk'
  await runAdminCommand('firm change', {
    firm,
    reason,
    largestNotional: 500_000_000,
    largestLiveNotional: 1_000_000_000,
  })
  await runAdminCommand('broker add', { name: 'Willow Securities', shortName: 'WIL' })
  await runAdminCommand('broker assign', { firm, shortName: 'WIL' })
  for (const email of Object.values(emails)) await addAccount(email, { role: 'TRADER', firm })
  await grants(true)
  const colleague = sessionOf(await newSessionToken(emails.colleague))
  await advertises(colleague, '7203.T', 'BUY', 10_000)
  await advertises(colleague, '6758.T', 'SELL', 10_000)
}, 60_000)

const text = (key: Parameters<typeof textIn>[1], values?: Readonly<Record<string, string | number>>) =>
  textIn('En', key, values)
const press = (name: string) => screen.findByRole('button', { name })

/** The cells of each row of the table, without its headings. */
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('a desk head sees the open interest by side, sector and broker, and sorts it from the keyboard', async () => {
  localStorage.setItem('userToken', await newSessionToken(emails.head))
  renderApp('/desk?by=sector')
  const user = userEvent.setup()
  const bySector = await screen.findByRole('table', { name: text('openInterest.by.sector') })
  const names = () => cellsOf(bySector).map(([name]) => name)
  const [electric, transport] = [text('sector.3650'), text('sector.3700')]
  expect(names()).toEqual([electric, transport, text('openInterest.total')])
  const [, count, shares, value, bought, sold, ...rest] = cellsOf(bySector)[1] ?? []
  expect([count, shares, sold, ...rest]).toEqual(['1', '10,000', '–', '–', '–', '–', '–'])
  expect(value).toMatch(/^\d+\.\dm$/)
  expect(bought).toBe(value)
  expect(cellsOf(bySector)[2]?.slice(0, 3)).toEqual([text('openInterest.total'), '2', '20,000'])

  const heading = (name: string) => within(bySector).getByRole('columnheader', { name })
  within(bySector)
    .getByRole('button', { name: text('openInterest.column.buyNotional') })
    .focus()
  await user.keyboard('{Enter}')
  expect(names().slice(0, 2)).toEqual([transport, electric])
  expect(heading(text('openInterest.column.buyNotional')).getAttribute('aria-sort')).toBe('descending')
  await user.keyboard('{Enter}')
  expect(names().slice(0, 2)).toEqual([electric, transport])
  expect(heading(text('openInterest.column.buyNotional')).getAttribute('aria-sort')).toBe('ascending')
  expect(heading(text('openInterest.key.sector')).hasAttribute('aria-sort')).toBe(false)

  await user.click(screen.getByRole('radio', { name: text('openInterest.by.sector') }))
  await user.keyboard('{ArrowRight}')
  const byBroker = await screen.findByRole('table', { name: text('openInterest.by.broker') })
  expect(cellsOf(byBroker).map((cells) => cells.slice(0, 2))).toEqual([
    ['Willow Securities', '2'],
    [text('openInterest.total'), '2'],
  ])
  expect(screen.getByText(text('openInterest.note.broker'))).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: text('openInterest.by.side') }))
  const bySide = await screen.findByRole('table', { name: text('openInterest.by.side') })
  expect(cellsOf(bySide).map((cells) => cells.slice(0, 3))).toEqual([
    [`▲${text('common.BUY')}`, '1', '10,000'],
    [`▼${text('common.SELL')}`, '1', '10,000'],
    [text('openInterest.total'), '2', '20,000'],
  ])
}, 30_000)

test('a desk head sees the IOIs of a colleague and pauses them from the keyboard', async () => {
  localStorage.setItem('userToken', await newSessionToken(emails.head))
  renderApp('/adverts-home')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('link', { name: text('header.desk') }))
  const trader = await screen.findByRole('rowheader', { name: /^Aoi Mori/ })
  expect(trader.textContent).toContain(text('desk.absent'))
  expect(screen.getAllByRole('cell', { name: /7203\.T|6758\.T/ })).toHaveLength(2)
  const limit = await screen.findByText(/^Limit of all IOIs: JPY [1-9][\d.,]*m of JPY 1/)
  expect(limit.textContent).toMatch(/used at the last close \(\d\.\d %\)$/)
  expect(screen.getByText(/^Limit of one IOI: JPY 500/)).toBeTruthy()
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(expect.arrayContaining([text('desk.column.ofOne'), text('desk.column.ofAll')]))
  const shares = () =>
    [...document.querySelectorAll('td[data-column^=of]')].map(({ textContent }) => textContent)
  expect(shares()).toHaveLength(4)
  for (const share of shares()) expect(share).toMatch(/^\d+(\.\d)? %$/)

  await user.keyboard('{F9}')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(text('all.question.desk.pause', { count: 2 }))).toBeTruthy()
  expect(within(dialog).getByRole('row').textContent).toBe(
    `Aoi Mori ${text('all.perTrader.count', { count: 2 })}`,
  )
  await user.click(within(dialog).getByRole('radio', { name: text('all.scope.mine', { count: 0 }) }))
  const confirm = await press(text('all.confirm.pause', { count: 0 }))
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await user.click(within(dialog).getByRole('radio', { name: text('all.scope.desk', { count: 2 }) }))
  await user.click(await press(text('all.confirm.pause', { count: 2 })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findAllByText(text('advert.status.PAUSED'))).toHaveLength(2)
  // What is paused uses nothing of the limit of all IOIs.
  expect(shares().filter((share) => share === '–')).toHaveLength(2)

  // The colleague has no socket: nobody could answer a locate.
  const resume = await screen.findByRole('button', { name: new RegExp(`^${text('all.desk.resume')}`) })
  expect(resume.getAttribute('aria-disabled')).toBe('true')
}, 30_000)

test('a trader who is not the desk head has no way there, and an address typed shows why', async () => {
  localStorage.setItem('userToken', await newSessionToken(emails.colleague))
  renderApp('/desk')

  expect(await screen.findByText(text('desk.forbidden'))).toBeTruthy()
  expect(screen.queryByRole('link', { name: text('header.desk') })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
}, 30_000)
