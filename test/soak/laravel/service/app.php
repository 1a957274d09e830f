<?php
// A Laravel application with the framework's own middleware, validation, casts and error pages, and no file but those
// in this folder. Its settings come from the environment: DATA (a folder), REQUESTS_PER_MINUTE, TRIMS_INVISIBLE, SHORT_TEXTS.
use Illuminate\Cache\RateLimiting\Limit;
use Illuminate\Config\Repository;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as KernelContract;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Foundation\Http\Middleware\ConvertEmptyStringsToNull;
use Illuminate\Foundation\Http\Middleware\TrimStrings;
use Illuminate\Foundation\Http\Middleware\ValidatePostSize;
use Illuminate\Support\Facades\RateLimiter;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;

require_once '/usr/share/php/Illuminate/autoload.php';
require_once __DIR__.'/models.php';

class Settings
{
    public function bootstrap(Application $app): void
    {
        $data = getenv('DATA');
        $providers = [
            Illuminate\Auth\AuthServiceProvider::class, Illuminate\Cache\CacheServiceProvider::class,
            Illuminate\Database\DatabaseServiceProvider::class, Illuminate\Encryption\EncryptionServiceProvider::class,
            Illuminate\Filesystem\FilesystemServiceProvider::class, Illuminate\Hashing\HashServiceProvider::class, Illuminate\Foundation\Providers\FoundationServiceProvider::class,
            Illuminate\Pagination\PaginationServiceProvider::class, Illuminate\Translation\TranslationServiceProvider::class,
            Illuminate\Validation\ValidationServiceProvider::class, Illuminate\View\ViewServiceProvider::class, Calls::class,
        ];
        $app->instance('config', new Repository([
            'app' => ['name' => 'Calls', 'env' => 'production', 'debug' => false, 'timezone' => 'UTC', 'locale' => 'en', 'fallback_locale' => 'en',
                'url' => 'http://localhost', 'cipher' => 'AES-256-CBC', 'key' => 'base64:'.base64_encode(str_repeat('k', 32)), 'providers' => $providers, 'aliases' => []],
            'auth' => ['defaults' => ['guard' => 'api'], 'guards' => ['api' => ['driver' => 'token', 'provider' => 'people']],
                'providers' => ['people' => ['driver' => 'eloquent', 'model' => Person::class]]],
            'cache' => ['default' => 'file', 'stores' => ['file' => ['driver' => 'file', 'path' => "$data/cache"]], 'prefix' => 'calls'],
            'database' => ['default' => 'sqlite', 'connections' => ['sqlite' => ['driver' => 'sqlite', 'database' => "$data/calls.sqlite", 'prefix' => '', 'foreign_key_constraints' => true]]],
            'logging' => ['default' => 'file', 'channels' => ['file' => ['driver' => 'single', 'path' => "$data/laravel.log"]]],
            'view' => ['paths' => [], 'compiled' => "$data/views"],
            'hashing' => ['driver' => 'bcrypt'],
            'filesystems' => ['default' => 'local', 'disks' => ['local' => ['driver' => 'local', 'root' => $data]]],
        ]));
        $app->detectEnvironment(fn () => 'production');
        date_default_timezone_set('UTC');
        mb_internal_encoding('UTF-8');
    }
}

/** Trims as newer versions of the framework do (reality: seen in 13.26.1), if the environment says so. */
class TrimTexts extends TrimStrings
{
    private const INVISIBLE = '\s\0\x{A0}\x{AD}\x{34F}\x{61C}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180E}\x{2000}-\x{200F}\x{202F}\x{205F}-\x{2065}'
        .'\x{206A}-\x{206F}\x{2800}\x{3000}\x{3164}\x{FEFF}\x{FFA0}\x{1D159}\x{1D173}-\x{1D17A}\x{E0020}';

    protected function transform($key, $value)
    {
        if (getenv('TRIMS_INVISIBLE') !== '1' || ! is_string($value)) {
            return parent::transform($key, $value);
        }

        return preg_replace('/^['.self::INVISIBLE.']+|['.self::INVISIBLE.']+$/Du', '', $value) ?? trim($value);
    }
}

class Calls extends ServiceProvider
{
    public function boot(): void
    {
        RateLimiter::for('api', fn ($request) => Limit::perMinute((int) getenv('REQUESTS_PER_MINUTE') ?: 60)->by(optional($request->user('api'))->id ?? $request->ip()));
        Route::middleware(['throttle:api', 'auth:api'])->prefix('api/user')->group(__DIR__.'/routes.php');
        Route::get('login', fn () => 'Log in')->name('login');
        $this->app->booted(fn () => Route::getRoutes()->refreshNameLookups());
    }
}

class WebKernel extends Kernel
{
    protected $bootstrappers = [Settings::class, Bootstrap\HandleExceptions::class, Bootstrap\RegisterFacades::class, Bootstrap\RegisterProviders::class, Bootstrap\BootProviders::class];

    protected $middleware = [ValidatePostSize::class, TrimTexts::class, ConvertEmptyStringsToNull::class];

    protected $routeMiddleware = ['auth' => SignIn::class, 'throttle' => Illuminate\Routing\Middleware\ThrottleRequests::class];
}

class SignIn extends Illuminate\Auth\Middleware\Authenticate
{
    protected function redirectTo($request)
    {
        return $request->expectsJson() ? null : route('login');
    }
}

$app = new Application(__DIR__);
$app->useStoragePath(getenv('DATA'));
$app->singleton(KernelContract::class, WebKernel::class);
$app->singleton(ExceptionHandler::class, Handler::class);

return $app;
