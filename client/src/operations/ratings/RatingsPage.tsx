import type { ConsoleUser, OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useOperationsUsersQuery, useShowRatingMutation } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { useUserName } from '../users/use-user-name.ts'
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
  const name = useUserName()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ConsoleUser | null>(null)
  const [show, { data: rating, isLoading }] = useShowRatingMutation()
  const found = filteredUsers(users, { ...noUserFilter, search, role: 'TRADER' }, Date.parse(at))
  const open = async (user: ConsoleUser): Promise<void> => {
    setChosen(user)
    const { error } = await show({ userId: user.userId })
    // A refusal has a popup of its own.
    if (error) setChosen(null)
  }
  return (
    <div className="console-split">
      <section className="console-part" aria-label={text('operations.ratings.traders')}>
        <header>
          <h2>{text('operations.ratings.traders')}</h2>
          <span className="console-aside" role="status">
            {text('operations.users.count', {
              shown: formatNumber(found.length),
              count: formatNumber(users.filter(({ role }) => role === 'TRADER').length),
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
            placeholder={text('operations.users.search.hint')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        {found.length === 0 ? (
          <p className="console-empty">{text('operations.users.none')}</p>
        ) : (
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">{text('operations.users.name')}</th>
                <th scope="col">{text('operations.users.email')}</th>
                <th scope="col">{text('operations.halt.firm')}</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, mostRows).map((user) => (
                <tr key={user.userId} aria-current={user.userId === chosen?.userId || undefined}>
                  <th scope="row">
                    <button type="button" className="console-open" onClick={() => void open(user)}>
                      {name(user)}
                    </button>
                  </th>
                  <td>{user.email}</td>
                  <td>{user.firm}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {found.length > mostRows && (
          <p className="console-empty">{text('operations.users.more', { shown: formatNumber(mostRows) })}</p>
        )}
      </section>
      <section className="console-part console-aside-part" aria-label={text('operations.ratings.rating')}>
        {chosen && rating?.email === chosen.email && !isLoading ? (
          <RatingTable name={name(chosen)} rating={rating} />
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
