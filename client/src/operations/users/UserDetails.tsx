import { mayManage } from '@aitai/contract/routes/audiences.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleUser, OperationsUser } from '@aitai/contract/schemas/console/users.ts'
import { useOperationsUserQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { DetailsPanel } from '../DetailsPanel.tsx'
import { type Fact, FactList } from '../FactList.tsx'
import { useGrants } from '../use-grants.ts'
import { GrantList } from './GrantList.tsx'
import { UserActions } from './UserActions.tsx'
import { UserStateMark } from './UserList.tsx'
import { userState } from './user-state.ts'

interface Props {
  user: ConsoleUser
  /** When the list was read, in milliseconds UTC. */
  at: number
  /** What was just done, for a few seconds. */
  done: string
  onDone: (message: string) => void
}

/** One user: what support needs on the telephone, and what may be done. */
export function UserDetails({ user, at, done, onDone }: Props) {
  const text = useText()
  const grants = useGrants()
  const {
    currentData: details,
    isError,
    refetch,
  } = useOperationsUserQuery({ userId: user.userId }, polledEvery(intervals.operationsPoll))
  const isManaged = mayManage(grants, user.role)
  return (
    <DetailsPanel
      label={text('operations.users.details')}
      title={writtenName(details?.user ?? user)}
      done={done}
    >
      {details ? (
        <Facts details={details} at={at} />
      ) : isError ? (
        <div className="console-empty" role="alert">
          <p>{text('operations.users.failed')}</p>
          <Button onClick={() => void refetch()}>{text('common.retry')}</Button>
        </div>
      ) : (
        <p className="console-empty" aria-busy>
          {text('operations.users.loading')}
        </p>
      )}
      {details && user.role === 'STAFF' && (
        <GrantList user={details.user} mayChange={grants.includes('administrator')} onDone={onDone} />
      )}
      {details && isManaged && <UserActions details={details} at={at} onDone={onDone} />}
      {!isManaged && (
        <p className="console-empty">
          {text(
            user.role === 'STAFF' ? 'operations.users.onlyAdministrator' : 'operations.users.onlySupport',
          )}
        </p>
      )}
    </DetailsPanel>
  )
}

function Facts({ details, at }: { details: OperationsUser; at: number }) {
  const text = useText()
  const language = useLanguage()
  const { user, phone, twoFactor, provider, lastSignIn, sessions, secondFactors, recoveryCodes } = details
  const moment = (iso: string | null): string =>
    iso === null ? text('operations.none') : formatMoment(Date.parse(iso), language)
  return (
    <>
      <FactList
        facts={[
          [text('operations.users.email'), user.email],
          [
            text('operations.users.role'),
            text(user.deskHead ? 'operations.users.deskHead' : `operations.users.role.${user.role}`),
          ],
          user.role !== 'STAFF' && [text('operations.users.of'), user.firm ?? user.broker],
          [text('operations.users.state'), <UserStateMark key="state" state={userState(user, at)} />],
          user.temporaryUntil !== null && [
            text('operations.users.temporaryUntil'),
            moment(user.temporaryUntil),
          ],
          [
            text('operations.users.phone'),
            phone === null ? text('operations.none') : text('operations.users.phone.ends', { digits: phone }),
          ],
          [text('operations.users.language'), text(`operations.users.language.${details.language}`)],
          provider !== null && [
            text('operations.users.provider'),
            text(`operations.users.provider.${provider}`),
          ],
          [text('operations.users.lastSignIn'), moment(lastSignIn)],
        ]}
      />
      <h3>{text('operations.users.sessions')}</h3>
      {sessions.length === 0 ? (
        <p className="console-empty">{text('operations.users.sessions.none')}</p>
      ) : (
        <FactList
          facts={sessions.map(({ kind, startedAt }) => [
            text(`operations.users.session.${kind}`),
            text('operations.users.session.since', { time: moment(startedAt) }),
          ])}
        />
      )}
      <h3>{text('operations.users.factors')}</h3>
      <FactList
        facts={[
          [
            text('operations.users.factor.SMS'),
            text(twoFactor ? 'operations.users.on' : 'operations.users.off'),
          ],
          ...secondFactors.map(
            ({ kind, name, lastUsedAt }): Fact => [
              <>
                {text(`operations.users.factor.${kind}`)} <span className="users-factor">{name}</span>
              </>,
              text('operations.users.factor.used', { time: moment(lastUsedAt) }),
            ],
          ),
          secondFactors.length > 0 && [text('operations.users.recoveryCodes'), recoveryCodes],
        ]}
      />
    </>
  )
}
