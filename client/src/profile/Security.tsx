import { useAccountSecurityQuery, useEndOthersMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatMoment, formatUtc } from '../ui/format/format.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useLanguage, useText } from '../ui/text/use-text.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** Password, second factor, and recent sign-ins. */
export function Security() {
  const text = useText()
  const language = useLanguage()
  const securityQuery = useAccountSecurityQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: security } = securityQuery
  // Nothing flashes up that a user of a provider could not use, and nothing moves beside what comes later.
  if (!security && !securityQuery.isError) return null
  const isProviderOnly = security?.provider === 'ONLY'
  return (
    <div className="profile-security">
      {isProviderOnly ? (
        <section className="profile-provider" aria-labelledby="profile-provider">
          <h2 id="profile-provider">{text('profile.provider.title')}</h2>
          <p>{text('profile.provider.lead')}</p>
        </section>
      ) : (
        <ChangePassword />
      )}
      <section aria-labelledby={isProviderOnly ? 'profile-sign-ins' : 'profile-second'}>
        {!isProviderOnly && <h2 id="profile-second">{text('profile.second.title')}</h2>}
        {security && !isProviderOnly && <TwoFactor security={security} />}
        <h3>{text('profile.others.title')}</h3>
        {security && <OtherSessions count={security.othersOpen} />}
        <h3 id="profile-sign-ins">{text('profile.signIns.title')}</h3>
        <p className="profile-lead">
          {text(isProviderOnly ? 'profile.signIns.leadProvider' : 'profile.signIns.lead')}
        </p>
        {securityQuery.isError && (
          <NotLoaded busy={securityQuery.isFetching} onRetry={() => void securityQuery.refetch()} />
        )}
        {security && (
          <table className="profile-sign-ins" aria-labelledby="profile-sign-ins">
            <thead>
              <tr>
                <th scope="col">{text('profile.signIns.at')}</th>
                <th scope="col">{text('profile.signIns.result')}</th>
                <th scope="col">{text('profile.signIns.network')}</th>
              </tr>
            </thead>
            <tbody>
              {withKeys(security.signIns).map(({ key, at, result, isThis, network }) => (
                <tr key={key} data-refused={result !== 'SIGNED_IN' || undefined}>
                  <td title={formatUtc(at)}>{formatMoment(at, language)}</td>
                  <td>
                    {text(`profile.signIns.${result}`)}
                    {isThis && <span className="profile-this">{text('profile.signIns.this')}</span>}
                  </td>
                  <td>{text(`profile.signIns.network.${network}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  )
}

/**
 * With a key for each row that stays when newer ones come: two may be of the same millisecond, and an id would count
 * those of others.
 */
function withKeys<SignIn extends { readonly at: number; readonly result: string }>(
  signIns: readonly SignIn[],
): readonly (SignIn & { readonly key: string })[] {
  const same = new Map<string, number>()
  return signIns.map((signIn) => {
    const moment = `${signIn.at} ${signIn.result}`
    const count = (same.get(moment) ?? 0) + 1
    same.set(moment, count)
    return { ...signIn, key: `${moment} ${count}` }
  })
}

function NotLoaded({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const text = useText()
  return (
    <div className="profile-others">
      <FormMessage tone="error">{text('profile.signIns.failed')}</FormMessage>
      <Button busy={busy} onClick={onRetry}>
        {text('common.retry')}
      </Button>
    </div>
  )
}

/** Other open sessions, and the button to end them. */
function OtherSessions({ count }: { count: number }) {
  const text = useText()
  const failureText = useFailureText()
  const [end, ending] = useEndOthersMutation()
  if (count === 0)
    return <p role="status">{text(ending.isSuccess ? 'profile.others.ended' : 'profile.others.none')}</p>
  return (
    <div className="profile-others">
      <p>{text('profile.others.some', { count })}</p>
      <Button kind="danger" busy={ending.isLoading} onClick={() => void end()}>
        {text('profile.others.end')}
      </Button>
      {isCallFailure(ending.error) && <FormMessage tone="error">{failureText(ending.error)}</FormMessage>}
    </div>
  )
}
