import { roles } from '@aitai/contract/codes.ts'
import { mayManage } from '@aitai/contract/routes/audiences.ts'
import type { OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOperationsUsersQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { useText } from '../../ui/text/use-text.ts'
import { NothingChosen } from '../DetailsPanel.tsx'
import { Polled } from '../Polled.tsx'
import { useGrants } from '../use-grants.ts'
import { NewUserPopup } from './NewUserPopup.tsx'
import { UserDetails } from './UserDetails.tsx'
import { UserList } from './UserList.tsx'
import './users.css'

/** The users: a list with filters, and the chosen one with what may be done (docs/decisions/0158-console-users.md). */
export function UsersPage() {
  const text = useText()
  const query = useOperationsUsersQuery(undefined, polledEvery(intervals.operationsListPoll))
  return (
    <Polled query={query} label={text('operations.page.users')} every={intervals.operationsListPoll}>
      {(data) => <Users data={data} />}
    </Polled>
  )
}

function Users({ data }: { data: OperationsUsers }) {
  const text = useText()
  const [searchParams, setSearchParams] = useSearchParams()
  const [isAdding, setIsAdding] = useState(false)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  const grants = useGrants()
  const userId = searchParams.get('user')
  const chosen = data.users.find((user) => user.userId === userId)
  const choose = (user: string): void => setSearchParams({ user }, { replace: true })
  const manageable = roles.filter((role) => mayManage(grants, role))
  return (
    <div className="console-split">
      <UserList
        data={data}
        chosen={chosen?.userId ?? null}
        onChoose={choose}
        onAdd={manageable.length > 0 ? () => setIsAdding(true) : null}
      />
      {chosen ? (
        <UserDetails
          key={chosen.userId}
          user={chosen}
          at={Date.parse(data.at)}
          done={done ?? ''}
          onDone={setDone}
        />
      ) : (
        <NothingChosen label={text('operations.users.details')} done={done ?? ''}>
          {text('operations.users.choose')}
        </NothingChosen>
      )}
      {isAdding && (
        <NewUserPopup
          data={data}
          roles={manageable}
          onDone={(added, message) => {
            if (added !== null) choose(added)
            setDone(message)
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  )
}
