import { notificationTypes } from '@aitai/engine/notifications.ts'
import { useText } from './use-text.ts'

const sessionEnds = ['logged out', 'timed out'] as const

/** The title of a notification: by its type; '{user} logged out' and its like carry the user in the type. */
export function useNotificationTitle(): (message: string) => string {
  const text = useText()
  return (message) => {
    const type = notificationTypes.find((each) => each === message)
    if (type) return text(`notification.${type}`)
    const end = sessionEnds.find((each) => message.endsWith(` ${each}`))
    return end ? text(`notification.${end}`, { user: message.slice(0, -end.length - 1) }) : message
  }
}
