#!/usr/bin/env bash
# A proxy that does not accept a password can answer 401, as if the service had said it.
#
# One would guess: a proxy asks for its own credentials with 407 and Proxy-Authenticate (RFC 9110, 15.5.8), so a client
# that sees 401 was rejected by the service, and its token is wrong.
# What happens: tinyproxy asks with 407 if there are no credentials, and answers 401 with an HTML page if they are wrong,
# both to a whole http request and to CONNECT. A client that looks for 407 only blames the service's token.
# So a 401 with HTML that comes through a proxy may be the proxy's.
# Seen with tinyproxy 1.11.1 (Debian 12's tinyproxy-bin). Needs apt-get, dpkg and curl. All addresses are on this machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid" 2>/dev/null)" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q tinyproxy-bin=1.11.1-2.1+deb12u1 >/dev/null 2>&1 || apt-get download -q tinyproxy-bin >/dev/null
dpkg -x tinyproxy-bin_*.deb .
port=$((20000 + RANDOM % 20000))
cat >tinyproxy.conf <<CONF
Port $port
Listen 127.0.0.1
PidFile "$folder/pid"
BasicAuth clinic right
CONF
./usr/bin/tinyproxy -d -c tinyproxy.conf >log 2>&1 &
for _ in $(seq 50); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  read -rt 0.1 <> <(:) || true
done

whole() { curl -s -o /dev/null -w '%{http_code}' --noproxy '' -x "http://$1127.0.0.1:$port" http://127.0.0.1:9/ || true; }
connect() { curl -s -o /dev/null -w '%{http_connect}' --noproxy '' -p -x "http://$1127.0.0.1:$port" http://127.0.0.1:9/ || true; }
{
  ./usr/bin/tinyproxy -v
  echo "no credentials:  request $(whole ''), CONNECT $(connect '')"
  echo "wrong password:  request $(whole 'clinic:wrong@'), CONNECT $(connect 'clinic:wrong@')"
} >seen
cat seen
diff - seen <<'SEEN'
tinyproxy 1.11.1
no credentials:  request 407, CONNECT 407
wrong password:  request 401, CONNECT 401
SEEN
echo "as described"
