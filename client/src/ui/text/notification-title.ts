import { notificationTypes } from '@aitai/engine/notifications.ts'
import { useText } from './use-text.ts'

const sessionEnds = ['logged out', 'timed out'] as const

/** The type of a notification, and the code that says which of both sides let a locate time out. */
interface TitledNotification {
  readonly message: string
  readonly errorCode?: string | null
}

/** The title of a notification: by its type; '{user} logged out' and its like carry the user in the type. */
export function useNotificationTitle(): (notification: TitledNotification) => string {
  const text = useText()
  return ({ message, errorCode }) => {
    if (errorCode === 'LOCATE-TIMEOUT-OWN') return text('notification.missedLocate')
    const type = notificationTypes.find((each) => each === message)
    if (type) return text(`notification.${type}`)
    const end = sessionEnds.find((each) => message.endsWith(` ${each}`))
    return end ? text(`notification.${end}`, { user: message.slice(0, -end.length - 1) }) : message
  }
}
