// QuickFIX's own acceptor, as the control of the proofs in this folder. It echoes orders and security definitions, an
// order that is possibly sent again (97=Y) only if it is new.
//
//   g++ -std=c++14 -O2 -w -I/usr/include/quickfix quickfix-acceptor.cpp -o quickfix-acceptor -lquickfix -lpthread
//   ./quickfix-acceptor SETTINGS    # Debian's package libquickfix-dev

#include <quickfix/config-all.h>

#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/Values.h>
#include <set>
#include <string>
#include <utility>

using namespace FIX;

class Echo : public Application {
  std::set<std::pair<SessionID, std::string>> orders;

  void onCreate(const SessionID &id) { Session::lookupSession(id)->reset(); }
  void onLogon(const SessionID &) {}
  void toAdmin(Message &, const SessionID &) {}
  void toApp(Message &, const SessionID &) throw(DoNotSend) {}
  void fromAdmin(const Message &, const SessionID &)
      throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, RejectLogon) {}

  void onLogout(const SessionID &id) {
    for (auto order = orders.begin(); order != orders.end();)
      order = order->first == id ? orders.erase(order) : std::next(order);
  }

  void fromApp(const Message &message, const SessionID &id)
      throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, UnsupportedMessageType) {
    MsgType type;
    message.getHeader().getField(type);
    if (type != "D" && type != "d") throw UnsupportedMessageType();
    if (type == "D") {
      ClOrdID clOrdId;
      message.getField(clOrdId);
      PossResend isResent(false);
      message.getHeader().getFieldIfSet(isResent);
      if (!orders.emplace(id, clOrdId.getValue()).second && isResent) return;
    }
    Message echo = message;
    Session::sendToTarget(echo, id);
  }
};

int main(int, char **arguments) {
  SessionSettings settings(arguments[1]);
  Echo application;
  FileStoreFactory store(settings);
  SocketAcceptor acceptor(application, store, settings);
  acceptor.start();
  for (;;) process_sleep(1);
}
