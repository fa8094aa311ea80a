// Keeps what the page asks of the system: notices, tones, permission. Headless, the system has no face.
const allowed = 'story: notices'
window.asked = {
  notices: [],
  hertz: [],
  permissions: 0,
  isInFront: true,
  goes(where) {
    this.isInFront = where === 'in front'
    dispatchEvent(new Event(this.isInFront ? 'focus' : 'blur'))
  },
  allows: () => localStorage.setItem(allowed, 'granted'),
}
Document.prototype.hasFocus = () => window.asked.isInFront

window.Notification = class Notice {
  // Of all tabs of the browser, as the real one.
  static get permission() {
    return localStorage.getItem(allowed) ?? 'default'
  }
  static async requestPermission() {
    window.asked.permissions += 1
    window.asked.allows()
    return Notice.permission
  }
  constructor(title, { body, tag }) {
    Object.assign(this, { title, body, tag, open: true, onclick: null })
    window.asked.notices.push(this)
  }
  close() {
    this.open = false
  }
  click() {
    this.onclick?.()
  }
}

const { start } = OscillatorNode.prototype
OscillatorNode.prototype.start = function started(when) {
  window.asked.hertz.push(Math.round(this.frequency.value))
  start.call(this, when)
}

// What drives this browser counts as a person to it; here only a click or a key does.
let wasTouched = false
for (const name of ['pointerup', 'keydown'])
  addEventListener(
    name,
    () => {
      wasTouched = true
    },
    true,
  )
Object.defineProperty(navigator, 'userActivation', {
  get: () => ({ hasBeenActive: wasTouched, isActive: wasTouched }),
})
