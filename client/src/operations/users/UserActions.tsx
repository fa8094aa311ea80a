import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleUser, OperationsUser } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import {
  useChangeUserMutation,
  useDisableUserMutation,
  useEnableUserMutation,
  useRemoveSecondFactorsMutation,
  useResetUserMutation,
  useSignOutUserMutation,
  useUnlockUserMutation,
} from '../../shared/api/operations-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { useApprovalNeededText } from '../use-action-result.ts'
import { ChangeUserPopup } from './ChangeUserPopup.tsx'
import { userState } from './user-state.ts'

/** The actions whose popup requires a reason and nothing else. */
const plainActions = ['reset', 'unlock', 'signOut', 'removeFactors', 'deskHead', 'enable', 'disable'] as const
type PlainAction = (typeof plainActions)[number]

/** What cannot be undone by the opposite action. */
const dangerous: readonly PlainAction[] = ['disable', 'signOut', 'removeFactors', 'reset']

interface Props {
  details: OperationsUser
  /** When the list was read, in milliseconds UTC. */
  at: number
  onDone: (message: string) => void
}

/** The actions on a user. One that would change nothing says why. */
export function UserActions({ details, at, onDone }: Props) {
  const text = useText()
  const [openPopup, setOpenPopup] = useState<PlainAction | 'change' | null>(null)
  const { user } = details
  const obstacles = obstaclesOf(details, at)
  const offered = plainActions.filter(
    (action) =>
      (action !== 'deskHead' || user.role === 'TRADER') &&
      // There is no password that could be reset; the details say so.
      (action !== 'reset' || details.provider !== 'ONLY') &&
      action !== (user.active ? 'enable' : 'disable'),
  )
  return (
    <div className="console-actions">
      <Button onClick={() => setOpenPopup('change')}>{text('operations.users.change')}</Button>
      {offered.map((action) => {
        const obstacle = obstacles[action]
        return (
          <Button
            key={action}
            kind={action === 'disable' ? 'danger' : 'normal'}
            dimmedBecause={obstacle === undefined ? null : text(obstacle)}
            onClick={() => setOpenPopup(action)}
          >
            {text(labelOf(action, user))}
          </Button>
        )
      })}
      {openPopup === 'change' ? (
        <ChangeUserPopup details={details} onDone={onDone} onClose={() => setOpenPopup(null)} />
      ) : (
        openPopup && (
          <UserActionPopup
            action={openPopup}
            details={details}
            onDone={onDone}
            onClose={() => setOpenPopup(null)}
          />
        )
      )}
    </div>
  )
}

type Obstacle =
  | 'operations.users.reset.disabled'
  | 'operations.users.sessions.none'
  | 'operations.users.factors.none'

const labelOf = (action: PlainAction, { deskHead }: ConsoleUser) => {
  if (action !== 'deskHead') return `operations.users.${action}` as const
  return deskHead ? 'operations.users.notDeskHead' : 'operations.users.makeDeskHead'
}

/** Why an action would change nothing or be refused. Unlocking also forgets wrong passwords, which nobody sees. */
function obstaclesOf(
  { user, sessions, secondFactors }: OperationsUser,
  at: number,
): Partial<Record<PlainAction, Obstacle>> {
  return {
    ...(userState(user, at) === 'disabled' ? { reset: 'operations.users.reset.disabled' } : {}),
    ...(sessions.length === 0 ? { signOut: 'operations.users.sessions.none' } : {}),
    ...(secondFactors.length === 0 ? { removeFactors: 'operations.users.factors.none' } : {}),
  }
}

interface PopupProps {
  action: PlainAction
  details: OperationsUser
  onDone: (message: string) => void
  onClose: () => void
}

function UserActionPopup({ action, details, onDone, onClose }: PopupProps) {
  const text = useText()
  const name = writtenName(details.user)
  const { send, confirmation } = useUserAction(action, details)
  // As when the popup was opened: the user may become a desk head meanwhile.
  const [key] = useState<PlainAction | 'notDeskHead'>(
    action === 'deskHead' && details.user.deskHead ? 'notDeskHead' : action,
  )
  const means = [
    text(`operations.users.${key}.means`),
    ...(action === 'removeFactors' && !details.twoFactor
      ? [text('operations.users.removeFactors.alone')]
      : []),
    ...((action === 'disable' || action === 'signOut') && details.user.role === 'TRADER'
      ? [text('operations.users.pauses')]
      : []),
  ]
  return (
    <>
      <ActionPopup
        title={text(`operations.users.${key}.title`, { name })}
        means={means}
        doLabel={text(`operations.users.${key}.do`)}
        isDangerous={dangerous.includes(action)}
        send={async (reason) => {
          const message = await send(reason)
          if (message === null) return false
          onDone(message)
          return true
        }}
        onClose={onClose}
      />
      {confirmation}
    </>
  )
}

/** Sends an action, and returns what to say of it, also if it waits for a second person; null if it was refused. */
function useUserAction(action: PlainAction, { user }: OperationsUser) {
  const text = useText()
  const language = useLanguage()
  const approvalNeededText = useApprovalNeededText()
  const { confirmed, popup: confirmation } = useConfirmation()
  const name = writtenName(user)
  const [disable] = useDisableUserMutation()
  const [enable] = useEnableUserMutation()
  const [reset] = useResetUserMutation()
  const [unlock] = useUnlockUserMutation()
  const [signOut] = useSignOutUserMutation()
  const [removeFactors] = useRemoveSecondFactorsMutation()
  const [change] = useChangeUserMutation()
  const [deskHead] = useState(!user.deskHead)
  const unchanged = text('operations.done.unchanged')
  const send = async (reason: string): Promise<string | null> => {
    const request = { userId: user.userId, reason }
    switch (action) {
      case 'disable': {
        const { data } = await confirmed(() => disable(request))
        return data ? (data.changed ? text('operations.users.done.disabled', { name }) : unchanged) : null
      }
      case 'enable': {
        const { data, error } = await confirmed(() => enable(request))
        if (!data) return approvalNeededText(error)
        return data.changed ? text('operations.users.done.enabled', { name }) : unchanged
      }
      case 'reset': {
        const { data, error } = await confirmed(() => reset(request))
        if (!data) return approvalNeededText(error)
        const time = formatMoment(Date.parse(data.temporaryUntil), language)
        return text('operations.users.done.reset', { time })
      }
      case 'unlock': {
        const { data } = await unlock(request)
        return data ? text('operations.users.done.unlocked', { name }) : null
      }
      case 'signOut': {
        const { data } = await signOut(request)
        return data ? text('operations.users.done.signedOut', { count: data.sessionsEnded }) : null
      }
      case 'removeFactors': {
        const { data, error } = await confirmed(() => removeFactors(request))
        if (!data) return approvalNeededText(error)
        return text('operations.users.done.removedFactors', { count: data.removed })
      }
      case 'deskHead': {
        const { data, error } = await confirmed(() => change({ ...request, deskHead }))
        if (!data) return approvalNeededText(error)
        if (data.changed.length === 0) return unchanged
        return text(deskHead ? 'operations.users.done.deskHead' : 'operations.users.done.notDeskHead', {
          name,
        })
      }
    }
  }
  return { send, confirmation }
}
