import { mayManage } from '@aitai/contract/routes/audiences.ts'
import type { ConsoleUser, OperationsUser } from '@aitai/contract/schemas/console/users.ts'
import { useOperationsUserQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useUser } from '../../shared/store/current-user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { DetailsPanel } from '../DetailsPanel.tsx'
import { GrantList } from './GrantList.tsx'
import { UserActions } from './UserActions.tsx'
import { useUserName } from './use-user-name.ts'
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
  const name = useUserName()
  const grants = useUser()?.grants ?? []
  const {
    currentData: details,
    isError,
    refetch,
  } = useOperationsUserQuery({ userId: user.userId }, polledEvery(intervals.operationsPoll))
  const isManaged = mayManage(grants, user.role)
  return (
    <DetailsPanel label={text('operations.users.details')} title={name(details?.user ?? user)} done={done}>
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
  const { user, phone, twoFactor, lastSignIn, sessions, secondFactors, recoveryCodes } = details
  const state = userState(user, at)
  const moment = (iso: string | null): string =>
    iso === null ? text('operations.none') : formatMoment(Date.parse(iso), language)
  return (
    <>
      <dl>
        <div>
          <dt>{text('operations.users.email')}</dt>
          <dd className="users-email">{user.email}</dd>
        </div>
        <div>
          <dt>{text('operations.users.role')}</dt>
          <dd>{text(user.deskHead ? 'operations.users.deskHead' : `operations.users.role.${user.role}`)}</dd>
        </div>
        {user.role !== 'STAFF' && (
          <div>
            <dt>{text('operations.users.of')}</dt>
            <dd>{user.firm ?? user.broker}</dd>
          </div>
        )}
        <div>
          <dt>{text('operations.users.state')}</dt>
          <dd>
            <span className="console-state" data-state={state}>
              {text(`operations.users.state.${state}`)}
            </span>
          </dd>
        </div>
        {user.temporaryUntil !== null && (
          <div>
            <dt>{text('operations.users.temporaryUntil')}</dt>
            <dd>{moment(user.temporaryUntil)}</dd>
          </div>
        )}
        <div>
          <dt>{text('operations.users.phone')}</dt>
          <dd>
            {phone === null
              ? text('operations.none')
              : text('operations.users.phone.ends', { digits: phone })}
          </dd>
        </div>
        <div>
          <dt>{text('operations.users.language')}</dt>
          <dd>{text(`operations.users.language.${details.language}`)}</dd>
        </div>
        <div>
          <dt>{text('operations.users.lastSignIn')}</dt>
          <dd>{moment(lastSignIn)}</dd>
        </div>
      </dl>
      <h3>{text('operations.users.sessions')}</h3>
      {sessions.length === 0 ? (
        <p className="console-empty">{text('operations.users.sessions.none')}</p>
      ) : (
        <dl>
          {sessions.map((session) => (
            <div key={session.kind}>
              <dt>{text(`operations.users.session.${session.kind}`)}</dt>
              <dd>{text('operations.users.session.since', { time: moment(session.startedAt) })}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3>{text('operations.users.factors')}</h3>
      <dl>
        <div>
          <dt>{text('operations.users.factor.SMS')}</dt>
          <dd>{text(twoFactor ? 'operations.users.on' : 'operations.users.off')}</dd>
        </div>
        {secondFactors.map(({ kind, name, addedAt, lastUsedAt }) => (
          <div key={`${kind} ${name} ${addedAt}`}>
            <dt>
              {text(`operations.users.factor.${kind}`)} <span className="users-factor">{name}</span>
            </dt>
            <dd>{text('operations.users.factor.used', { time: moment(lastUsedAt) })}</dd>
          </div>
        ))}
        {secondFactors.length > 0 && (
          <div>
            <dt>{text('operations.users.recoveryCodes')}</dt>
            <dd>{recoveryCodes}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
