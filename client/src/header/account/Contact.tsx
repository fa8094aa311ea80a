import { useContactAccountManagerMutation } from '../../shared/api/accounts-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTrueLongerThan } from '../../ui/browser/browser-hooks.ts'
import { installation } from '../../ui/browser/installation.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'

/** A request to be called, shared by all buttons, because its popup shows the result. */
const useContactRequest = () => useContactAccountManagerMutation({ fixedCacheKey: 'contact' })

/** 'Contact Account Manager'. The menu closes first, because the popup takes the focus. */
export function ContactButton({ onRequest }: { onRequest: () => void }) {
  const text = useText()
  const [request, { isLoading }] = useContactRequest()
  const press = (): void => {
    onRequest()
    void request()
  }
  return (
    <Button busy={isLoading} onClick={press}>
      {text('contact.button')}
    </Button>
  )
}

/** The result of a request to be called: 'we will contact you shortly', or why it was not sent. */
export function ContactPopup() {
  const text = useText()
  const [, { isLoading, isSuccess, error, reset }] = useContactRequest()
  const isSlow = useTrueLongerThan(isLoading, intervals.skeletonDelay)
  const failure = isCallFailure(error) ? error : null
  if (!isSlow && !isSuccess && !failure) return null
  return (
    <Popup
      title={text('contact.button')}
      tone={isSuccess ? 'success' : failure ? 'warning' : 'plain'}
      {...(isLoading ? {} : { onClose: reset })}
      actions={
        <Button kind="primary" busy={isLoading} onClick={reset}>
          {text('common.ok')}
        </Button>
      }
    >
      {isLoading && <p role="status">{text('contact.sending')}</p>}
      {isSuccess && <p role="alert">{text('contact.done')}</p>}
      {failure && <NotSent failure={failure} />}
    </Popup>
  )
}

const secondsOfMinute = 60

/** Rate-limited or not sent: another way to contact us. */
function NotSent({ failure }: { failure: CallFailure }) {
  const text = useText()
  const failureText = useFailureText()
  const { email } = installation.brand.contact
  if (failure.retryAfter !== undefined && failure.status === 429) {
    const minutes = Math.ceil(failure.retryAfter / secondsOfMinute)
    return <p role="alert">{text('contact.limit', { minutes })}</p>
  }
  return (
    <>
      <p role="alert">
        {text('contact.failed')} {failureText(failure)}
      </p>
      <p>
        <a href={`mailto:${email}`}>{text('contact.otherwise', { email })}</a>
      </p>
    </>
  )
}
