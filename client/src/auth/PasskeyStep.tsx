import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import type { ReactNode } from 'react'
import { useBeginPasskeyStepMutation, useVerifyPasskeyMutation } from '../shared/api/accounts-api.ts'
import { getPasskey, usePasskeyCeremony } from '../shared/passkeys.ts'
import { signedIn, twoFactorClosed } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/** The second step with a passkey. The browser asks for it only once the user has pressed a button. */
export function PasskeyStep({ others }: { others: ReactNode }) {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const { run, busy, failure } = usePasskeyCeremony()
  const [begin] = useBeginPasskeyStepMutation()
  const [verify] = useVerifyPasskeyMutation()
  const proceed = async (): Promise<void> => {
    const reply = await run({
      begin,
      authenticator: getPasskey,
      send: (credential: PasskeyResponse) => verify({ credential }),
    })
    if (reply) dispatch(signedIn(reply.access_token))
  }
  return (
    <div className="entry-form">
      <p className="entry-code-lead">{text('auth.codeLead.PASSKEY')}</p>
      {failure ? <FormMessage tone="error">{failureText(failure)}</FormMessage> : null}
      {others}
      <div className="entry-actions">
        <Button kind="quiet" onClick={() => dispatch(twoFactorClosed())}>
          {text('common.close')}
        </Button>
        <Button kind="primary" autoFocus busy={busy} onClick={() => void proceed()}>
          {text(busy ? 'auth.passkeyWaiting' : 'auth.use.PASSKEY')}
        </Button>
      </div>
    </div>
  )
}
