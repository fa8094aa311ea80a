import { roles } from '@aitai/contract/codes.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleUser, OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable, StateMark } from '../ConsoleTable.tsx'
import { SearchField } from '../SearchField.tsx'
import {
  filteredUsers,
  noUserFilter,
  type UserFilter,
  type UserState,
  userState,
  userStates,
} from './user-state.ts'

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
  const set = (changed: Partial<UserFilter>): void => setFilter((now) => ({ ...now, ...changed }))
  const organizationOf = ({ firm, broker, grants }: ConsoleUser): string =>
    firm ?? broker ?? grants.map((grant) => text(`operations.grant.${grant}`)).join(', ')
  const count = formatNumber(users.length)
  const counts =
    found.length === users.length
      ? text('operations.users.all', { count })
      : text('operations.users.count', { shown: formatNumber(found.length), count })
  return (
    <ConsolePart
      title={text('operations.page.users')}
      label={text('operations.users.list')}
      count={counts}
      actions={
        onAdd && (
          <Button kind="secondary" onClick={onAdd}>
            {text('operations.users.add')}
          </Button>
        )
      }
    >
      <div className="console-filters">
        <SearchField
          value={filter.search}
          hint={text('operations.users.search.hint')}
          onChange={(search) => set({ search })}
        />
        <Select
          label={text('operations.users.role')}
          value={filter.role}
          options={(['ALL', ...roles] as const).map((value) => ({
            value,
            label: text(`operations.users.role.${value}`),
          }))}
          onChange={(role) => set({ role })}
        />
        <Select
          label={text('operations.users.state')}
          value={filter.state}
          options={(['ALL', ...userStates] as const).map((value) => ({
            value,
            label: text(`operations.users.state.${value}`),
          }))}
          onChange={(state) => set({ state })}
        />
      </div>
      <ConsoleTable
        className="console-lines users-table"
        rows={found}
        most={mostRows}
        keyOf={({ userId }) => userId}
        empty={text('operations.users.none')}
        chosen={chosen}
        onChoose={({ userId }) => onChoose(userId)}
        columns={[
          { title: text('operations.users.name'), full: writtenName, cell: writtenName },
          { title: text('operations.users.email'), full: ({ email }) => email, cell: ({ email }) => email },
          { title: text('operations.users.of'), full: organizationOf, cell: organizationOf },
          {
            title: text('operations.users.role'),
            cell: ({ deskHead, role }) =>
              text(deskHead ? 'operations.users.deskHead' : `operations.users.role.${role}`),
          },
          {
            title: text('operations.users.state'),
            cell: (user) => <UserStateMark state={userState(user, readAt)} />,
          },
        ]}
      />
    </ConsolePart>
  )
}

export function UserStateMark({ state }: { state: UserState }) {
  const text = useText()
  return <StateMark mark={state}>{text(`operations.users.state.${state}`)}</StateMark>
}
