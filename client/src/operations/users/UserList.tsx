import { roles } from '@aitai/contract/codes.ts'
import type { ConsoleUser, OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { useUserName } from './use-user-name.ts'
import { filteredUsers, noUserFilter, userState, userStates } from './user-state.ts'

/** How many rows are drawn at most: whoever looks for one user narrows the search. */
const mostRows = 200

interface Props {
  data: OperationsUsers
  chosen: string | null
  onChoose: (userId: string) => void
  /** Null for somebody who may look only. */
  onAdd: (() => void) | null
}

export function UserList({ data: { users, at }, chosen, onChoose, onAdd }: Props) {
  const text = useText()
  const [filter, setFilter] = useState(noUserFilter)
  const readAt = Date.parse(at)
  const wanted = useDeferredValue(filter)
  const found = useMemo(() => filteredUsers(users, wanted, readAt), [users, wanted, readAt])
  const shown = found.slice(0, mostRows)
  return (
    <section className="console-part" aria-label={text('operations.users.list')}>
      <header>
        <div className="console-heading">
          <h2>{text('operations.page.users')}</h2>
          <span className="console-aside" role="status">
            {text('operations.users.count', {
              shown: formatNumber(found.length),
              count: formatNumber(users.length),
            })}
          </span>
        </div>
        {onAdd && (
          <Button kind="secondary" onClick={onAdd}>
            {text('operations.users.add')}
          </Button>
        )}
      </header>
      <div className="console-filters">
        <Field
          label={text('operations.users.search')}
          value={filter.search}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={text('operations.users.search.hint')}
          onChange={({ target }) => setFilter((now) => ({ ...now, search: target.value }))}
        />
        <Select
          label={text('operations.users.role')}
          value={filter.role}
          options={(['ALL', ...roles] as const).map((value) => ({
            value,
            label: text(`operations.users.role.${value}`),
          }))}
          onChange={(role) => setFilter((now) => ({ ...now, role }))}
        />
        <Select
          label={text('operations.users.state')}
          value={filter.state}
          options={(['ALL', ...userStates] as const).map((value) => ({
            value,
            label: text(`operations.users.state.${value}`),
          }))}
          onChange={(state) => setFilter((now) => ({ ...now, state }))}
        />
      </div>
      {shown.length === 0 ? (
        <p className="console-empty">{text('operations.users.none')}</p>
      ) : (
        <table className="console-table console-lines users-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.users.name')}</th>
              <th scope="col">{text('operations.users.email')}</th>
              <th scope="col">{text('operations.users.of')}</th>
              <th scope="col">{text('operations.users.role')}</th>
              <th scope="col">{text('operations.users.state')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((user) => (
              <UserRow
                key={user.userId}
                user={user}
                readAt={readAt}
                isChosen={user.userId === chosen}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      )}
      {found.length > shown.length && (
        <p className="console-empty">
          {text('operations.users.more', { shown: formatNumber(shown.length) })}
        </p>
      )}
    </section>
  )
}

interface RowProps {
  user: ConsoleUser
  readAt: number
  isChosen: boolean
  onChoose: (userId: string) => void
}

function UserRow({ user, readAt, isChosen, onChoose }: RowProps) {
  const text = useText()
  const name = useUserName()
  const state = userState(user, readAt)
  const house =
    user.firm ?? user.broker ?? user.grants.map((grant) => text(`operations.grant.${grant}`)).join(', ')
  return (
    <tr aria-current={isChosen || undefined}>
      <th scope="row" title={name(user)}>
        <button type="button" className="console-open" onClick={() => onChoose(user.userId)}>
          {name(user)}
        </button>
      </th>
      <td title={user.email}>{user.email}</td>
      <td title={house}>{house}</td>
      <td>{text(user.deskHead ? 'operations.users.deskHead' : `operations.users.role.${user.role}`)}</td>
      <td>
        <span className="console-state" data-state={state}>
          {text(`operations.users.state.${state}`)}
        </span>
      </td>
    </tr>
  )
}
