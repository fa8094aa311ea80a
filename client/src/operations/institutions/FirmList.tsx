import type { ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { useState } from 'react'
import { Field } from '../../ui/controls/Field.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { normalizeForSearch } from '../../ui/format/search-normalization.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { useLimitText } from './use-limit-text.ts'

interface Props {
  firms: readonly ConsoleFirm[]
  chosen: string | null
  onChoose: (name: string) => void
}

export function FirmList({ firms, chosen, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const exact = useLimitText()
  const short = (limit: Yen | null): string => (limit === null ? '–' : formatYen(limit, language))
  const [search, setSearch] = useState('')
  const wanted = normalizeForSearch(search)
  const found = firms.filter(({ name, affiliateGroup, brokers }) =>
    [name, affiliateGroup ?? '', ...brokers].some((each) => normalizeForSearch(each).includes(wanted)),
  )
  return (
    <section className="console-part" aria-label={text('operations.firms.list')}>
      <header>
        <h2>{text('operations.institutions.view.firms')}</h2>
        <span className="console-aside" role="status">
          {text('operations.firms.count', {
            shown: formatNumber(found.length),
            count: formatNumber(firms.length),
          })}
        </span>
      </header>
      <div className="console-search">
        <Field
          label={text('operations.users.search')}
          value={search}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={text('operations.firms.search.hint')}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {found.length === 0 ? (
        <p className="console-empty">{text('operations.firms.none')}</p>
      ) : (
        <table className="console-table console-lines firms-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.firms.name')}</th>
              <th scope="col">{text('operations.firms.group')}</th>
              <th scope="col">{text('operations.firms.brokers')}</th>
              <th scope="col" data-kind="number">
                {text('operations.firms.users')}
              </th>
              <th scope="col" data-kind="number">
                {text('operations.firms.largest')}
              </th>
              <th scope="col" data-kind="number">
                {text('operations.firms.live')}
              </th>
              <th scope="col">{text('operations.users.state')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((firm) => (
              <tr key={firm.name} aria-current={firm.name === chosen || undefined}>
                <th scope="row" title={firm.name}>
                  <button type="button" className="console-open" onClick={() => onChoose(firm.name)}>
                    {firm.name}
                  </button>
                </th>
                <td title={firm.affiliateGroup ?? ''}>{firm.affiliateGroup ?? '–'}</td>
                <td title={firm.brokers.join(', ')}>
                  {firm.brokers.length === 0 ? '–' : firm.brokers.join(', ')}
                </td>
                <td data-kind="number">{formatNumber(firm.users)}</td>
                <td data-kind="number" title={exact(firm.largestNotional)}>
                  {short(firm.largestNotional)}
                </td>
                <td data-kind="number" title={exact(firm.largestLiveNotional)}>
                  {short(firm.largestLiveNotional)}
                </td>
                <td>
                  <ActiveState isActive={firm.active} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Active or disabled, as a shape and a word. */
export function ActiveState({ isActive }: { isActive: boolean }) {
  const text = useText()
  const state = isActive ? 'active' : 'disabled'
  return (
    <span className="console-state" data-state={state}>
      {text(`operations.users.state.${state}`)}
    </span>
  )
}
