#!/usr/bin/env bash
# Laravel's Collection::unique() drops a phone number that equals another one as a number: 0431234567 and +431234567 are one.
#
# One would guess: unique() compares texts as PHP's array_unique() does, which it is named after, and contains() finds the
# text that is in the list. To be strict, uniqueStrict(), matters for 1 and "1", not for two texts.
# What happens: both compare with ==, and PHP's == makes numbers of two texts if both look like numbers, also since PHP 8. A
# plus, zeros at the beginning, blanks at the ends and an exponent make no difference then. A number in Kiel without its
# country code, 0431234567, and one in Vienna, +431234567, are the same, and one of the two people disappears from the list.
# A list of people who must not be called "contains" somebody who is not in it. The codes 1e3 and 1000 are one as well.
# So write uniqueStrict() and containsStrict(), or bring all numbers into E.164 first. where(), whereIn(), duplicates() and
# search() compare the same way; diff(), groupBy() and keyBy() do not.
# Seen with Laravel 8.83.26 (Debian 12's php-illuminate-collections) on PHP 8.2.36. The newest code of unique() is the same.
# Needs apt-get, dpkg and PHP.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
v=8.83.26+dfsg-2
apt-get download -q php-illuminate-{collections,contracts,macroable}=$v php-psr-container=1.1.2-1 php-psr-simple-cache=1.0.1-1 >/dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" .; done

cat >compare.php <<'PHP'
<?php
set_include_path(__DIR__ . "/usr/share/php");
require "Illuminate/Collections/autoload.php";
$numbers = ["0431234567", "+431234567", "431234567 ", "+4930123456", "1e3", "1000"];
$shown = fn ($values) => json_encode($values instanceof Traversable ? iterator_to_array($values, false) : array_values($values));
echo "array_unique       ", $shown(array_unique($numbers)), "\n";
echo "unique()           ", $shown(collect($numbers)->unique()), "\n";
echo "unique('phone')    ", $shown(collect($numbers)->map(fn ($phone) => ["phone" => $phone])->unique("phone")->pluck("phone")), "\n";
echo "uniqueStrict()     ", $shown(collect($numbers)->uniqueStrict()), "\n";
$refused = collect(["0431234567"]);
echo "contains()         ", json_encode($refused->contains("+431234567")), "\n";
echo "containsStrict()   ", json_encode($refused->containsStrict("+431234567")), "\n";
echo "diff()             ", $shown(collect(["+431234567"])->diff($refused)), "\n";
PHP
php -d display_errors=1 compare.php | tee seen

diff - seen <<'SEEN'
array_unique       ["0431234567","+431234567","431234567 ","+4930123456","1e3","1000"]
unique()           ["0431234567","+4930123456","1e3"]
unique('phone')    ["0431234567","+4930123456","1e3"]
uniqueStrict()     ["0431234567","+431234567","431234567 ","+4930123456","1e3","1000"]
contains()         true
containsStrict()   false
diff()             ["+431234567"]
SEEN
echo "as described: two people are one"
