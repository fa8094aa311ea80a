// Keeps what the page asks of the system: notices, tones, permission. Headless, the system has no face.
window.asked = { notices: [], hertz: [], permissions: 0, isInFront: true }
Document.prototype.hasFocus = () => window.asked.isInFront

window.Notification = class Notice {
  static permission = 'default'
  static async requestPermission() {
    window.asked.permissions += 1
    Notice.permission = 'granted'
    return 'granted'
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
