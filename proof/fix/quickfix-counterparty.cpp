// QuickFIX as a counterparty: logs on to every session of its settings, sends what it reads from standard input and
// prints what it receives. A line is the CompID of the session, a space, and the fields of a message with `|` between
// them, beginning with 35. `CompID logon`, `CompID logout` and `CompID left` are printed as well, and `CompID reject`
// with a message that the data dictionary does not admit.
//
//   g++ -std=c++14 -O2 -w -I/usr/include/quickfix quickfix-counterparty.cpp -o quickfix-counterparty -lquickfix -lpthread
//   PASSWORD=... ./quickfix-counterparty SETTINGS    # Debian's package libquickfix-dev

#include <quickfix/config-all.h>

#include <quickfix/Application.h>
#include <quickfix/DataDictionary.h>
#include <quickfix/FileStore.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketInitiator.h>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

using namespace FIX;

std::mutex output;

void print(const SessionID &id, const std::string &text) {
  std::lock_guard<std::mutex> lock(output);
  std::cout << id.getSenderCompID().getValue() << ' ' << text << std::endl;
}

std::string readable(const Message &message) {
  std::string text = message.toString();
  for (char &character : text)
    if (character == '\001') character = '|';
  return text;
}

class Counterparty : public Application {
  void onCreate(const SessionID &) {}
  void onLogon(const SessionID &id) { print(id, "logon"); }
  void onLogout(const SessionID &id) { print(id, "left"); }
  void toApp(Message &, const SessionID &) throw(DoNotSend) {}

  void toAdmin(Message &message, const SessionID &id) {
    if (message.getHeader().getField(35) == "3") print(id, "reject " + readable(message));
    if (message.getHeader().getField(35) != "A") return;
    message.setField(553, id.getSenderCompID().getValue());
    message.setField(554, std::getenv("PASSWORD"));
  }

  void fromAdmin(const Message &message, const SessionID &id)
      throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, RejectLogon) {
    const std::string type = message.getHeader().getField(35);
    if (type == "3") print(id, readable(message));
    if (type == "5") print(id, "logout " + readable(message));
  }

  void fromApp(const Message &message, const SessionID &id)
      throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, UnsupportedMessageType) {
    print(id, readable(message));
  }
};

int main(int, char **arguments) {
  SessionSettings settings(arguments[1]);
  Counterparty application;
  FileStoreFactory store(settings);
  SocketInitiator initiator(application, store, settings);
  std::map<std::string, SessionID> ids;
  std::map<std::string, std::shared_ptr<DataDictionary>> dictionaries;
  for (const SessionID &id : settings.getSessions()) {
    ids[id.getSenderCompID().getValue()] = id;
    const std::string file = settings.get(id).getString("DataDictionary");
    dictionaries[id.getSenderCompID().getValue()] = std::make_shared<DataDictionary>(file);
  }
  initiator.start();

  std::string line;
  while (std::getline(std::cin, line)) {
    const size_t space = line.find(' ');
    const std::string compId = line.substr(0, space);
    std::string text = line.substr(space + 1) + "|";
    for (char &character : text)
      if (character == '|') character = '\001';
    const SessionID &id = ids[compId];
    const std::string begin = id.getBeginString().getValue();
    std::ostringstream raw;
    raw << "8=" << begin << "\0019=" << text.size() << '\001' << text;
    int sum = 0;
    for (unsigned char character : raw.str()) sum += character;
    char check[16];
    std::snprintf(check, sizeof check, "10=%03d\001", sum % 256);
    Message message(raw.str() + check, *dictionaries[compId], false);
    Session::sendToTarget(message, id);
  }
  initiator.stop();
}
