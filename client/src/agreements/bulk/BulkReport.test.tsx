import { callApi } from '@aitai/contract/api-client.ts'
import { brokerExecutionReport } from '@aitai/contract/routes/agreements.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  agreementIn,
  colleague,
  longTimeout,
  openDeskWith,
  openTestMarket,
  rowOf,
} from '../../../test/support/broker-desk.ts'

openTestMarket('Wisteria')

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

const isSelected = async (ric: string): Promise<boolean> =>
  (await rowOf(ric)).getAttribute('aria-selected') === 'true'

/** Takes the focus to a cell of a row, as the arrow keys do. */
async function focusCell(ric: string, column = 'security'): Promise<void> {
  const cell = (await rowOf(ric)).querySelector<HTMLElement>(`[col-id="${column}"]`)
  cell?.focus()
  expect(document.activeElement).toBe(cell)
}

/** Selects these rows, and no others, by Space. */
async function select(...rics: string[]): Promise<void> {
  for (const row of document.querySelectorAll('.ag-row[aria-selected="true"] [col-id="security"]')) {
    ;(row as HTMLElement).focus()
    await userEvent.keyboard(' ')
  }
  for (const ric of rics) {
    await focusCell(ric)
    await userEvent.keyboard(' ')
  }
  const selected = rics.length === 0 ? en('agreement.selected.none') : new RegExp(`^${rics.length} selected`)
  await screen.findByText(selected, {}, longTimeout)
}

const barButton = (key: Key): HTMLElement => screen.getByRole('button', { name: en(key) })

async function openReview(report: 'confirm' | 'executed' | 'notExecuted'): Promise<HTMLElement> {
  await userEvent.click(barButton(`agreement.bulk.${report}`))
  return await screen.findByRole('dialog', { name: en(`agreement.bulk.title.${report}`) }, longTimeout)
}

/** Presses the button that reports, and returns the popup with the result. */
async function send(
  popup: HTMLElement,
  report: 'confirm' | 'executed' | 'notExecuted',
  count: number,
): Promise<HTMLElement> {
  const name = en(`agreement.bulk.send.${report}`, { count })
  await userEvent.click(within(popup).getByRole('button', { name }))
  return await screen.findByRole('dialog', { name: en('agreement.bulk.result') }, longTimeout)
}

const lineOf = (popup: HTMLElement, ric: string): HTMLElement =>
  within(popup).getByRole('row', { name: new RegExp(ric.replace('.', '\\.')) })

async function close(popup: HTMLElement): Promise<void> {
  await userEvent.click(within(popup).getByRole('button', { name: en('common.ok') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longTimeout)
}

test('Space, Shift+arrow and Ctrl+A select rows, the selection is announced, and Space presses no button', async () => {
  await openDeskWith('7203.T', '6758.T', '8306.T')
  expect(barButton('agreement.bulk.confirm').getAttribute('aria-disabled')).toBe('true')
  await focusCell('7203.T', 'BUY-status')
  await userEvent.keyboard(' ')
  expect(await isSelected('7203.T')).toBe(true)
  expect((await agreementIn('7203.T')).buyStatus).toBe(false)

  const status = await screen.findByText(/^1 selected · 40,000 shares · /)
  expect(status.getAttribute('role')).toBe('status')
  await focusCell('7203.T')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await screen.findByText(/^2 selected · 80,000 shares/)
  await userEvent.keyboard('{Control>}a{/Control}')
  await screen.findByText(/^3 selected/)
  for (const ric of ['7203.T', '6758.T', '8306.T']) expect(await isSelected(ric)).toBe(true)
}, 60_000)

test('a selected row that a filter hides is not reported, and is not selected when it comes back', async () => {
  await openDeskWith('7203.T', '6758.T')
  await select('7203.T', '6758.T')
  const quick = screen.getByRole('textbox', { name: en('table.quick') })
  await userEvent.type(quick, '7203')

  await screen.findByText(/^1 selected/)
  const popup = await openReview('confirm')
  expect(popup.textContent).not.toContain('6758.T')
  await userEvent.click(within(popup).getByRole('button', { name: en('agreement.bulk.back') }))
  await userEvent.clear(quick)
  await rowOf('6758.T')
  await screen.findByText(/^1 selected/)
  expect([await isSelected('7203.T'), await isSelected('6758.T')]).toEqual([true, false])
}, 60_000)

test('all pending passwords of the selected agreements are confirmed at once, after a review of them', async () => {
  const { agreements } = await openDeskWith('8035.T', '6501.T', '6752.T')
  const [, hitachi, panasonic] = agreements
  // One side is received already, and of one agreement both.
  const confirm = (side: 'Buy' | 'Sell', security = '') =>
    en(`agreement.confirm${side}`, { institution: `Wisteria ${side}ers`, security })
  for (const name of [
    confirm('Buy', hitachi?.securityName),
    confirm('Buy', panasonic?.securityName),
    confirm('Sell', panasonic?.securityName),
  ])
    await userEvent.click(await screen.findByRole('button', { name }, longTimeout))
  await waitFor(async () => expect((await agreementIn('6752.T')).sellStatus).toBe(true), longTimeout)
  await waitFor(
    async () => expect((await rowOf('6752.T')).className).toContain('agreement-done'),
    longTimeout,
  )

  await select('8035.T', '6501.T', '6752.T')
  const popup = await openReview('confirm')
  expect(popup.textContent).toContain(en('agreement.bulk.count', { count: 2 }))
  expect(popup.textContent).toContain(en('agreement.bulk.passwords', { count: 3 }))
  const line = lineOf(popup, '6501.T').textContent
  expect(line).toContain(hitachi?.sellPw)
  expect(line).not.toContain(hitachi?.buyPw)
  const skipped = within(popup).getByText(en('agreement.skipped.received')).closest('li')
  expect(skipped?.textContent).toContain('6752.T')

  const result = await send(popup, 'confirm', 2)
  within(result).getByText(en('agreement.bulk.done', { done: 2, count: 2 }))
  expect(within(result).getAllByText(new RegExp(en('agreement.bulk.outcome.confirm')))).toHaveLength(2)
  await close(result)
  for (const ric of ['8035.T', '6501.T'])
    expect(await agreementIn(ric)).toMatchObject({ buyStatus: true, sellStatus: true })
  // Only what was left out is still selected.
  await screen.findByText(/^1 selected/)
  expect(await isSelected('6752.T')).toBe(true)
}, 60_000)

test('an agreement that the server refuses keeps its reason and its selection, and the others are reported', async () => {
  const { agreements } = await openDeskWith('8058.T', '8053.T', '8001.T')
  await select('8058.T', '8053.T', '8001.T')
  const popup = await openReview('executed')
  // A colleague reports a part while the review is open, so that the whole is too much.
  const itochu = agreements[2]
  if (!itochu) throw new Error('no agreement')
  const { connectionAgreementId, midPrice: price, locateTime: executedAt } = itochu
  const part = { connectionAgreementId, quantity: 100, price, executedAt }
  await callApi(colleague, brokerExecutionReport, { body: part })

  await userEvent.click(within(popup).getByRole('radio', { name: en('agreement.bulk.at.locate') }))
  const result = await send(popup, 'executed', 3)
  within(result).getByText(en('agreement.bulk.doneRefused', { done: 2, count: 3, refused: 1 }))
  const reason = lineOf(result, '8001.T').querySelector('.bulk-report-refused')?.textContent ?? ''
  expect(reason.length).toBeGreaterThan(10)
  await close(result)

  for (const agreement of agreements.slice(0, 2)) {
    const { executions } = await agreementIn(agreement.securityName.split(' ')[0] ?? '')
    expect(executions).toMatchObject([
      { quantity: 40_000, price: agreement.midPrice, executedAt: agreement.locateTime },
    ])
  }
  await screen.findByText(/^1 selected/)
  const row = await rowOf('8001.T')
  expect(row.textContent).toContain(en('agreement.refused', { reason: reason.replace('✕ ', '') }))
  const listed = screen.getByRole('list', { name: en('agreement.refused.title') })
  expect(listed.textContent).toContain(reason.replace('✕ ', ''))
  // The reason goes with the selection.
  await select()
  await waitFor(async () => expect((await rowOf('8001.T')).querySelector('.agreement-refused')).toBeNull())
}, 60_000)

test('nothing executed asks once who did not follow through, with nothing preselected, and skips executions', async () => {
  const { agreements } = await openDeskWith('9984.T', '4502.T', '7751.T')
  const { connectionAgreementId, midPrice: price, locateTime: executedAt } = await agreementIn('7751.T')
  const part = { connectionAgreementId, quantity: 100, price, executedAt }
  await callApi(colleague, brokerExecutionReport, { body: part })
  await within(await rowOf('7751.T')).findByText(
    en('agreement.executed.part', { quantity: '100' }),
    {},
    longTimeout,
  )
  await select('9984.T', '4502.T', '7751.T')
  const popup = await openReview('notExecuted')
  expect(within(popup).queryByRole('radio', { checked: true })).toBeNull()
  const report = within(popup).getByRole('button', {
    name: en('agreement.bulk.send.notExecuted', { count: 2 }),
  })
  expect(report.getAttribute('aria-disabled')).toBe('true')
  within(popup).getByText(en('agreement.skipped.hasExecutions'))

  await userEvent.click(within(popup).getByRole('radio', { name: /SELL/ }))
  await close(await send(popup, 'notExecuted', 2))
  for (const { securityName } of agreements.slice(0, 2))
    expect((await agreementIn(securityName.split(' ')[0] ?? '')).notExecuted?.sides).toEqual(['SELL'])
  expect((await agreementIn('7751.T')).notExecuted).toBeNull()
}, 60_000)
