import type { ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { useState } from 'react'
import { formatYen } from '../../ui/format/amounts.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { normalizeForSearch } from '../../ui/format/search-normalization.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable } from '../ConsoleTable.tsx'
import { SearchField } from '../SearchField.tsx'
import { ActiveState } from './ActiveState.tsx'
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
  const brokersOf = ({ brokers }: ConsoleFirm): string => brokers.join(', ')
  const [search, setSearch] = useState('')
  const wanted = normalizeForSearch(search)
  const found = firms.filter(({ name, affiliateGroup, brokers }) =>
    [name, affiliateGroup ?? '', ...brokers].some((each) => normalizeForSearch(each).includes(wanted)),
  )
  const count = formatNumber(firms.length)
  const counts =
    found.length === firms.length
      ? text('operations.firms.all', { count })
      : text('operations.firms.count', { shown: formatNumber(found.length), count })
  return (
    <ConsolePart
      title={text('operations.institutions.view.firms')}
      label={text('operations.firms.list')}
      count={counts}
    >
      <div className="console-search">
        <SearchField value={search} hint={text('operations.firms.search.hint')} onChange={setSearch} />
      </div>
      <ConsoleTable
        className="console-lines firms-table"
        rows={found}
        keyOf={({ name }) => name}
        empty={text(firms.length === 0 ? 'operations.firms.empty' : 'operations.firms.none')}
        chosen={chosen}
        onChoose={({ name }) => onChoose(name)}
        columns={[
          { title: text('operations.firms.name'), full: ({ name }) => name, cell: ({ name }) => name },
          {
            title: text('operations.firms.group'),
            full: ({ affiliateGroup }) => affiliateGroup ?? '',
            cell: ({ affiliateGroup }) => affiliateGroup ?? '–',
          },
          {
            title: text('operations.firms.brokers'),
            full: brokersOf,
            cell: (firm) => brokersOf(firm) || '–',
          },
          { title: text('operations.firms.users'), kind: 'number', cell: ({ users }) => formatNumber(users) },
          {
            title: text('operations.firms.largest'),
            kind: 'number',
            full: ({ largestNotional }) => exact(largestNotional),
            cell: ({ largestNotional }) => short(largestNotional),
          },
          {
            title: text('operations.firms.live'),
            kind: 'number',
            full: ({ largestLiveNotional }) => exact(largestLiveNotional),
            cell: ({ largestLiveNotional }) => short(largestLiveNotional),
          },
          {
            title: text('operations.users.state'),
            cell: ({ active }) => <ActiveState isActive={active} />,
          },
        ]}
      />
    </ConsolePart>
  )
}
