<?php
// The entry point for a web server, and `php index.php` makes the tables.
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;

$app = require __DIR__.'/app.php';
$kernel = $app->make(Kernel::class);
if (PHP_SAPI === 'cli') {
    $kernel->bootstrap();
    (require __DIR__.'/tables.php')();
    exit;
}
$request = Request::capture();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
