import { createAdvert } from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { addAccount } from '../../test/support/accounts.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { historyToggled, sideChosen, termsEdited } from '../adverts/desk-slice.ts'
import { api } from '../shared/api/desk-api.ts'
import { settingChosen } from '../shared/store/settings.ts'
import { noFilters, withFilter } from '../ui/table/row-filters.ts'
import { changeLanguage } from '../ui/text/use-text.ts'
import { columnPresets } from './grid/column-presets.ts'
import { filtersChanged } from './history-slice.ts'

// An institution of its own: the tests count its drafts, and a sign-in elsewhere would end the session.
beforeAll(async () => {
  await runAdminCommand('firm add', { name: 'Sorrel' })
  await addAccount('trader@sorrel.example', { role: 'TRADER', firm: 'Sorrel' })
})

/** Creates drafts of a trader through the API of the real server; returns their ids by RIC. */
async function drafts(token: string, ...rics: string[]): Promise<Map<string, string>> {
  const headers = { Authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const equities = await (await fetch(`/api${getEquities.path}`, { headers })).json()
  const ids = new Map<string, string>()
  for (const ric of rics) {
    const securityId = equities.find((each: { ric: string }) => each.ric === ric).equityId
    const body = JSON.stringify({ securityId })
    const request = { method: 'POST', headers, body }
    const { id } = await (await fetch(`/api${createAdvert.path}`, request)).json()
    ids.set(ric, id)
  }
  return ids
}

const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)

test('values that follow the price are not highlighted; a review of several adverts shows the terms of each', async () => {
  const token = await newSessionToken('trader@sorrel.example')
  const ids = await drafts(token, '7203.T', '6758.T')
  localStorage.setItem('userToken', token)
  const { store } = renderApp('/adverts-home')
  await screen.findByRole('button', { name: en('history.open') }, { timeout: 30_000 })
  const advertId = ids.get('7203.T') ?? ''
  const edits = { shareQuantity: 40_000, knockoutTriggerActivated: true, knockoutTrigger: 3_050 }
  act(() => {
    store.dispatch(termsEdited({ advertId, edits }))
    for (const id of ids.values()) store.dispatch(sideChosen(id))
    store.dispatch(historyToggled(true))
  })
  // The checkbox in the header selects the rows that are loaded, so wait for both.
  for (const ric of [/7203\.T/, /6758\.T/]) await screen.findByRole('row', { name: ric }, { timeout: 30_000 })
  const cell = (column: string) =>
    screen.getByRole('row', { name: /6758\.T/ }).querySelector(`[col-id=${column}]`)
  const known = (await store.dispatch(api.endpoints.advertList.initiate())).data ?? []
  const later = known.map((advert) => ({ ...advert, jpynotional: 7_000_000, shareQuantity: 12_300 }))
  await act(() => store.dispatch(api.util.upsertQueryData('advertList', undefined, later)))
  // A value that follows the price changes with every refresh, so only other changes are highlighted.
  await vi.waitFor(() => expect(cell('shareQuantity')?.classList).toContain('ag-cell-data-changed'))
  expect(cell('jpynotional')?.textContent).toBe('7.0m')
  expect(cell('jpynotional')?.classList).not.toContain('ag-cell-data-changed')
  await userEvent.click(screen.getAllByRole('checkbox')[0] as Element)
  await userEvent.click(
    await screen.findByRole('button', { name: en('history.action.submit', { count: 2 }) }),
  )

  const line = within(await screen.findByRole('dialog'))
    .getAllByRole('listitem')
    .find((each) => each.textContent?.includes('7203.T'))
  expect(line?.textContent).toContain('40,000')
  expect(line?.textContent).toContain(en('advert.panel.knockout'))
  expect(line?.textContent).toContain('3,050')
  expect(line?.textContent).toContain(en('advert.contraType'))
  expect(line?.textContent).toContain(en('advert.hurdle'))
})

// spec: 2.trader.12
test('new names and a switch of the language preserve selection, filter, order and columns', async () => {
  const token = await newSessionToken('trader@sorrel.example')
  const ids = await drafts(token, '8306.T', '9984.T', '6501.T', '6861.T', '8035.T', '4063.T', '7267.T')
  localStorage.setItem('userToken', token)
  const { store } = renderApp('/adverts-home')
  await screen.findByRole('button', { name: en('history.open') }, { timeout: 30_000 })
  act(() => {
    store.dispatch(filtersChanged(withFilter(noFilters, 'status', 'advert.status.UNSENT')))
    store.dispatch(historyToggled(true))
  })
  const row = await screen.findByRole('row', { name: /8306\.T/ }, { timeout: 30_000 })
  await userEvent.click(within(row).getByRole('checkbox'))
  await screen.findByText(en('history.selected', { count: 1, rics: '8306.T' }))
  await userEvent.click(screen.getByRole('button', { name: en('history.columns') }))
  await userEvent.click(await screen.findByRole('button', { name: en('history.preset.terms') }))
  await userEvent.keyboard('{Escape}')
  const columns = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('col-id'))
  await vi.waitFor(() => expect(columns().slice(1)).toEqual([...columnPresets.terms]))
  // What cells show comes later too: the same table then gets its columns again.
  act(() => {
    const renamed = (list: { ric: string; name: string }[]) => {
      for (const equity of list) if (equity.ric === '8306.T') equity.name = 'Renamed Bank'
    }
    store.dispatch(api.util.updateQueryData('getEquities', undefined, renamed))
  })
  await screen.findByRole('row', { name: /Renamed Bank/ })
  expect(columns().slice(1)).toEqual([...columnPresets.terms])
  act(() => {
    store.dispatch(settingChosen({ language: 'Jp' }))
    changeLanguage('Jp')
  })

  await screen.findByText(textIn('Jp', 'history.selected', { count: 1, rics: '8306.T' }))
  const again = await screen.findByRole('row', { name: /8306\.T/ })
  await vi.waitFor(() => expect(again.getAttribute('aria-selected')).toBe('true'))
  expect(columns().slice(1)).toEqual([...columnPresets.terms])

  // The footer names every selected row, however many there are.
  await userEvent.click(screen.getAllByRole('checkbox')[0] as Element)
  await vi.waitFor(() => {
    const footer = document.querySelector('.history-selected')?.textContent ?? ''
    for (const ric of ids.keys()) expect(footer).toContain(ric)
    expect(footer.split('件選択')[0]).toBe(String(footer.match(/\d{4}\.T/g)?.length))
  })
  const chip = textIn('Jp', 'table.chip', {
    column: textIn('Jp', 'history.column.status'),
    wanted: textIn('Jp', 'advert.status.UNSENT'),
  })
  expect(screen.getByText(new RegExp(chip))).toBeTruthy()
})
