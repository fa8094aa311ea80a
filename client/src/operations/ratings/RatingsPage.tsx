import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleUser, OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useOperationsUsersQuery, useShowRatingMutation } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable } from '../ConsoleTable.tsx'
import { Polled } from '../Polled.tsx'
import { SearchField } from '../SearchField.tsx'
import { filteredUsers, noUserFilter } from '../users/user-state.ts'
import { RatingTable } from './RatingTable.tsx'

/** How many traders are listed at most. */
const mostRows = 100

/** One trader's rating at a time, for compliance; the audit trail records each look (docs/rules.md §14). */
export function RatingsPage() {
  const text = useText()
  const query = useOperationsUsersQuery(undefined, polledEvery(intervals.operationsListPoll))
  return (
    <Polled query={query} label={text('operations.page.ratings')} every={intervals.operationsListPoll}>
      {(data) => <Ratings data={data} />}
    </Polled>
  )
}

function Ratings({ data: { users, at } }: { data: OperationsUsers }) {
  const text = useText()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ConsoleUser | null>(null)
  const [show, { data: rating, isLoading }] = useShowRatingMutation()
  const found = filteredUsers(users, { ...noUserFilter, search, role: 'TRADER' }, Date.parse(at))
  const traders = users.filter(({ role }) => role === 'TRADER').length
  const counts = { shown: formatNumber(found.length), count: formatNumber(traders) }
  const open = async (user: ConsoleUser): Promise<void> => {
    setChosen(user)
    const { error } = await show({ userId: user.userId })
    // A refusal has a popup of its own.
    if (error) setChosen(null)
  }
  return (
    <div className="console-split">
      <ConsolePart title={text('operations.ratings.traders')} count={text('operations.users.count', counts)}>
        <div className="console-search">
          <SearchField value={search} hint={text('operations.users.search.hint')} onChange={setSearch} />
        </div>
        <ConsoleTable
          rows={found}
          most={mostRows}
          keyOf={({ userId }) => userId}
          empty={text('operations.users.none')}
          chosen={chosen?.userId ?? null}
          onChoose={(user) => void open(user)}
          columns={[
            { title: text('operations.users.name'), cell: writtenName },
            { title: text('operations.users.email'), cell: ({ email }) => email },
            { title: text('operations.halt.firm'), cell: ({ firm }) => firm },
          ]}
        />
      </ConsolePart>
      <section className="console-part console-aside-part" aria-label={text('operations.ratings.rating')}>
        {chosen && rating?.email === chosen.email && !isLoading ? (
          <RatingTable name={writtenName(chosen)} rating={rating} />
        ) : (
          <>
            <p className="console-empty" aria-busy={isLoading || undefined}>
              {text(isLoading ? 'operations.users.loading' : 'operations.ratings.choose')}
            </p>
            <p className="console-empty">{text('operations.ratings.recorded')}</p>
          </>
        )}
      </section>
    </div>
  )
}
